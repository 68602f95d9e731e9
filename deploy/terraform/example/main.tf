# An instance as code: environments, context fields, roles, people and projects.
#   export UNLEASH_URL=https://flags.example.com AUTH_TOKEN=…
#   terraform init
#   terraform plan
# docs/connect/terraform.md says how to get the token.

terraform {
  required_version = ">= 1.5"
  required_providers {
    unleash = {
      source  = "Unleash/unleash"
      version = ">= 2.1, < 4.0"
    }
  }
}

# The address and the token come from UNLEASH_URL and AUTH_TOKEN.
provider "unleash" {}

# Environments beside development and production, which every instance has.
resource "unleash_environment" "staging" {
  name = "staging"
  type = "preproduction"
}

resource "unleash_context_field" "plan" {
  name        = "plan"
  description = "What the customer pays for"
  stickiness  = true
  legal_values = [
    { value = "free" },
    { value = "business", description = "With a contract" },
  ]
}

data "unleash_role" "viewer" {
  name = "Viewer"
}

data "unleash_permission" "create_project" {
  name = "CREATE_PROJECT"
}

# May create projects and segments, but changes no settings of the instance.
resource "unleash_role" "lead" {
  name        = "Lead"
  type        = "root-custom"
  description = "Creates projects and segments"
  permissions = [
    { name = data.unleash_permission.create_project.name },
    { name = "CREATE_SEGMENT" },
    { name = "UPDATE_SEGMENT" },
  ]
}

resource "unleash_user" "people" {
  for_each = var.people

  email      = each.key
  name       = each.value.name
  root_role  = each.value.is_lead ? unleash_role.lead.id : data.unleash_role.viewer.id
  send_email = false
}

resource "unleash_group" "shop" {
  name         = "Shop"
  description  = "The team of the shop"
  mappings_sso = ["shop-team"]
  users        = [for person in unleash_user.people : tonumber(person.id)]
}

module "shop" {
  source = "../project"

  id          = "shop"
  name        = "Shop"
  description = "The shop and its checkout"
  mode        = "protected"

  required_approvals = { production = 1 }

  owners  = { users = [for email, person in var.people : tonumber(unleash_user.people[email].id) if person.is_lead] }
  members = { groups = [tonumber(unleash_group.shop.id)] }
  tokens = {
    shop-backend  = { type = "client", environment = "production" }
    shop-frontend = { type = "frontend", environment = "production", expires_at = "2099-12-31T23:59:59Z" }
  }

  # So that the project has it.
  depends_on = [unleash_environment.staging]
}

# For a pipeline. Its secret is only in the state of the run that creates it.
resource "unleash_service_account" "pipeline" {
  name      = "Pipeline"
  username  = "pipeline"
  root_role = data.unleash_role.viewer.id
}

resource "unleash_service_account_token" "pipeline" {
  service_account_id = unleash_service_account.pipeline.id
  description        = "Reads features"
  expires_at         = var.pipeline_token_expires_at
}

resource "unleash_oidc" "sign_on" {
  count = var.oidc == null ? 0 : 1

  enabled      = true
  discover_url = var.oidc.discover_url
  client_id    = var.oidc.client_id
  secret       = var.oidc.secret
  auto_create  = true

  default_root_role = data.unleash_role.viewer.id
}

resource "unleash_saml" "sign_on" {
  count = var.saml == null ? 0 : 1

  enabled     = true
  entity_id   = var.saml.entity_id
  sign_on_url = var.saml.sign_on_url
  certificate = var.saml.certificate
}
