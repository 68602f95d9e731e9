output "id" {
  description = "Id of the project."
  value       = unleash_project.this.id
}

output "tokens" {
  description = "Secrets of the API tokens by name."
  value       = { for name, token in unleash_api_token.this : name => token.secret }
  sensitive   = true
}
