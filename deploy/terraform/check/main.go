// Checks Terraform files as `terraform validate` does, for machines without Terraform: their syntax
// and format, and whether the provider has the resources and attributes that they use.
//
//	go run main.go SCHEMA.json DIR ...   prints what is wrong
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// shape is what a resource, a data source or an object in one of their attributes has.
type shape struct {
	Required, Optional, Computed []string
	Nested                       map[string]shape
}

// names are the resources and data sources of a configuration that expressions may refer to, and its
// variables, modules and local values.
type names map[string]bool

type checker struct {
	schema   map[string]map[string]shape
	problems []string
}

func main() {
	if len(os.Args) < 3 {
		exit("usage: check SCHEMA.json DIR ...")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		exit(err.Error())
	}
	var check checker
	if err := json.Unmarshal(text, &check.schema); err != nil {
		exit(err.Error())
	}
	for _, dir := range os.Args[2:] {
		check.directory(dir)
	}
	for _, problem := range check.problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if len(check.problems) > 0 {
		os.Exit(1)
	}
	fmt.Printf("Valid: %v.\n", os.Args[2:])
}

func exit(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

func (c *checker) found(at hcl.Range, format string, values ...interface{}) {
	c.problems = append(c.problems, fmt.Sprintf("%s: %s", at, fmt.Sprintf(format, values...)))
}

// directory checks the files of one module.
func (c *checker) directory(dir string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.tf"))
	if len(files) == 0 {
		c.problems = append(c.problems, dir+": there are no files *.tf")
	}
	declared := names{}
	var bodies []*hclsyntax.Body
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			exit(err.Error())
		}
		parsed, diagnostics := hclparse.NewParser().ParseHCL(source, file)
		for _, diagnostic := range diagnostics {
			c.problems = append(c.problems, diagnostic.Error())
		}
		if diagnostics.HasErrors() {
			continue
		}
		if !bytes.Equal(hclwrite.Format(source), source) {
			c.problems = append(c.problems, file+": not formatted as `terraform fmt` does")
		}
		body := parsed.Body.(*hclsyntax.Body)
		bodies = append(bodies, body)
		for _, block := range body.Blocks {
			declared.add(block)
		}
	}
	for _, body := range bodies {
		c.blocks(body, declared)
		c.references(body, declared)
	}
}

func (n names) add(block *hclsyntax.Block) {
	switch {
	case block.Type == "resource" && len(block.Labels) == 2:
		n[block.Labels[0]+"."+block.Labels[1]] = true
	case block.Type == "data" && len(block.Labels) == 2:
		n["data."+block.Labels[0]+"."+block.Labels[1]] = true
	case block.Type == "variable" && len(block.Labels) == 1:
		n["var."+block.Labels[0]] = true
	case block.Type == "module" && len(block.Labels) == 1:
		n["module."+block.Labels[0]] = true
	}
}

func (c *checker) blocks(body *hclsyntax.Body, declared names) {
	for _, block := range body.Blocks {
		if block.Type != "resource" && block.Type != "data" {
			continue
		}
		known, isKnown := c.schema[block.Type][block.Labels[0]]
		if !isKnown {
			c.found(block.TypeRange, "the provider has no %s %s", block.Type, block.Labels[0])
			continue
		}
		given := map[string]bool{}
		for name, attribute := range block.Body.Attributes {
			given[name] = true
			if name == "count" || name == "for_each" || name == "depends_on" || name == "provider" {
				continue
			}
			if !contains(known.Required, name) && !contains(known.Optional, name) {
				c.found(attribute.NameRange, "%s has no attribute %s that can be set", block.Labels[0], name)
			}
			if nested, isNested := known.Nested[name]; isNested {
				c.objects(attribute.Expr, block.Labels[0]+"."+name, nested)
			}
		}
		c.missing(block.TypeRange, block.Labels[0], known, given)
	}
}

// objects checks the objects that are written out in an attribute.
func (c *checker) objects(expression hclsyntax.Expression, name string, known shape) {
	walk(expression, func(node hclsyntax.Node) {
		object, isObject := node.(*hclsyntax.ObjectConsExpr)
		if !isObject {
			return
		}
		given := map[string]bool{}
		for _, item := range object.Items {
			key := hcl.ExprAsKeyword(item.KeyExpr)
			given[key] = true
			if !contains(known.Required, key) && !contains(known.Optional, key) {
				c.found(item.KeyExpr.Range(), "%s has no attribute %s", name, key)
			}
		}
		c.missing(object.SrcRange, name, known, given)
	})
}

func (c *checker) missing(at hcl.Range, name string, known shape, given map[string]bool) {
	for _, required := range known.Required {
		if !given[required] {
			c.found(at, "%s lacks the attribute %s", name, required)
		}
	}
}

// references checks that what expressions refer to is declared, and has the attribute.
func (c *checker) references(body *hclsyntax.Body, declared names) {
	var all []hcl.Traversal
	walk(body, func(node hclsyntax.Node) {
		if scope, isScope := node.(*hclsyntax.ScopeTraversalExpr); isScope {
			all = append(all, scope.Traversal)
		}
	})
	sort.Slice(all, func(i, j int) bool { return all[i].SourceRange().Start.Byte < all[j].SourceRange().Start.Byte })
	for _, traversal := range all {
		parts := partsOf(traversal)
		kind, at := "resource", 0
		if parts[0] == "data" {
			kind, at = "data", 1
		}
		switch {
		case (parts[0] == "var" || parts[0] == "module") && len(parts) > 1:
			if !declared[parts[0]+"."+parts[1]] {
				c.found(traversal.SourceRange(), "%s.%s is not declared", parts[0], parts[1])
			}
		case len(parts) > at+1 && c.schema[kind][parts[at]].Required != nil:
			c.reference(traversal.SourceRange(), kind, parts[at:], declared)
		}
	}
}

func (c *checker) reference(at hcl.Range, kind string, parts []string, declared names) {
	prefix := ""
	if kind == "data" {
		prefix = "data."
	}
	if !declared[prefix+parts[0]+"."+parts[1]] {
		c.found(at, "%s%s.%s is not declared", prefix, parts[0], parts[1])
	}
	known := c.schema[kind][parts[0]]
	if len(parts) > 2 && parts[2] != "" && !contains(known.Required, parts[2]) && !contains(known.Optional, parts[2]) && !contains(known.Computed, parts[2]) {
		c.found(at, "%s has no attribute %s", parts[0], parts[2])
	}
}

// partsOf returns the names of a traversal; an index is an empty one.
func partsOf(traversal hcl.Traversal) []string {
	var parts []string
	for _, step := range traversal {
		switch one := step.(type) {
		case hcl.TraverseRoot:
			parts = append(parts, one.Name)
		case hcl.TraverseAttr:
			parts = append(parts, one.Name)
		default:
			parts = append(parts, "")
		}
	}
	return parts
}

func walk(node hclsyntax.Node, visit func(hclsyntax.Node)) {
	_ = hclsyntax.VisitAll(node, func(one hclsyntax.Node) hcl.Diagnostics {
		visit(one)
		return nil
	})
}

func contains(list []string, wanted string) bool {
	for _, one := range list {
		if one == wanted {
			return true
		}
	}
	return false
}
