# A project with its environments, its people and its API tokens.

data "unleash_role" "owner" {
  name = "Owner"
}

data "unleash_role" "member" {
  name = "Member"
}

resource "unleash_project" "this" {
  id          = var.id
  name        = var.name
  description = var.description
  mode        = var.mode
}

# A new project has all enabled environments, so only those with approvals are listed.
resource "unleash_project_environment" "this" {
  for_each = var.required_approvals

  project_id              = unleash_project.this.id
  environment_name        = each.key
  change_requests_enabled = true
  required_approvals      = each.value
}

resource "unleash_project_access" "this" {
  project = unleash_project.this.id
  roles = [
    for role in [
      {
        role   = data.unleash_role.owner.id
        users  = var.owners.users
        groups = var.owners.groups
      },
      {
        role   = data.unleash_role.member.id
        users  = var.members.users
        groups = var.members.groups
      },
    ] : role if length(role.users) + length(role.groups) > 0
  ]
}

resource "unleash_api_token" "this" {
  for_each = var.tokens

  token_name  = each.key
  type        = each.value.type
  environment = each.value.environment
  projects    = [unleash_project.this.id]
  expires_at  = each.value.expires_at

  depends_on = [unleash_project_environment.this]
}
