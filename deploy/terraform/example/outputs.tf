output "shop_tokens" {
  description = "Secrets of the API tokens of the shop."
  value       = module.shop.tokens
  sensitive   = true
}

output "pipeline_token" {
  description = "Secret of the token of the pipeline."
  value       = unleash_service_account_token.pipeline.secret
  sensitive   = true
}
