terraform {
  required_version = ">= 1.5"
  required_providers {
    unleash = {
      source  = "Unleash/unleash"
      version = ">= 2.1, < 4.0"
    }
  }
}
