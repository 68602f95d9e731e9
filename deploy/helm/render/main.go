// Renders the chart as `helm template` does, for machines without Helm: Go templates with the
// functions of sprig, and the few that Helm adds.
//
//	go run main.go CHART [VALUES.yaml ...]   prints the manifests
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

func main() {
	if len(os.Args) < 2 {
		exit(errors.New("usage: render CHART [VALUES.yaml ...]"))
	}
	manifests, err := render(os.Args[1], os.Args[2:])
	if err != nil {
		exit(err)
	}
	fmt.Print(manifests)
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// render returns the manifests of a chart, each after the name of its template.
func render(chart string, valueFiles []string) (string, error) {
	data, err := dataOf(chart, valueFiles)
	if err != nil {
		return "", err
	}
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return "", err
	}
	sort.Strings(files)
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if _, err := all.New(nameOf(file)).Parse(string(text)); err != nil {
			return "", err
		}
	}
	var out strings.Builder
	for _, file := range files {
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		var manifest strings.Builder
		if err := all.ExecuteTemplate(&manifest, nameOf(file), data); err != nil {
			return "", err
		}
		if text := strings.TrimSpace(manifest.String()); text != "" {
			fmt.Fprintf(&out, "---\n# Source: %s\n%s\n", nameOf(file), text)
		}
	}
	return out.String(), nil
}

const basePath = "feature-flags/templates"

func nameOf(file string) string { return basePath + "/" + filepath.Base(file) }

// dataOf returns what templates see: the values, later files over earlier ones, and the release.
func dataOf(chart string, valueFiles []string) (object, error) {
	about, err := read(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	values := object{}
	for _, file := range append([]string{filepath.Join(chart, "values.yaml")}, valueFiles...) {
		more, err := read(file)
		if err != nil {
			return nil, err
		}
		merge(values, more)
	}
	return object{
		"Values":   values,
		"Chart":    object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release":  object{"Name": "flags", "Namespace": "flags", "Service": "Helm"},
		"Template": object{"BasePath": basePath},
	}, nil
}

func read(file string) (object, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	content := object{}
	return content, yaml.Unmarshal(text, &content)
}

func merge(into, from object) {
	for key, value := range from {
		inner, isObject := value.(object)
		if outer, ok := into[key].(object); ok && isObject {
			merge(outer, inner)
		} else {
			into[key] = value
		}
	}
}

// functions are those of sprig, and the ones that Helm adds to them and the chart uses.
func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	known["include"] = func(name string, data interface{}) (string, error) {
		var out strings.Builder
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	known["toYaml"] = func(value interface{}) (string, error) {
		var out strings.Builder
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		err := encoder.Encode(value)
		return strings.TrimSuffix(out.String(), "\n"), err
	}
	known["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	return known
}
