variable "people" {
  description = "The people by e-mail address."
  type = map(object({
    name    = string
    is_lead = optional(bool, false)
  }))
  default = {
    "ada@example.com"   = { name = "Ada", is_lead = true }
    "grace@example.com" = { name = "Grace" }
  }
}

variable "pipeline_token_expires_at" {
  description = "When the token of the pipeline expires."
  type        = string
  default     = "2099-12-31T23:59:59Z"
}

variable "oidc" {
  description = "The OpenID Connect provider, if people sign in with one."
  type = object({
    discover_url = string
    client_id    = string
    secret       = string
  })
  default   = null
  sensitive = true
}

variable "saml" {
  description = "The SAML provider, if people sign in with one."
  type = object({
    entity_id   = string
    sign_on_url = string
    certificate = string
  })
  default = null
}
