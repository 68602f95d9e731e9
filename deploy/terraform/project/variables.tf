variable "id" {
  description = "Id of the project, which is part of its addresses and cannot be changed."
  type        = string

  validation {
    condition     = can(regex("^[A-Za-z0-9._~-]{1,100}$", var.id))
    error_message = "The id consists of letters, digits and the characters . _ ~ -."
  }
}

variable "name" {
  description = "Name of the project."
  type        = string
}

variable "description" {
  description = "What the project is about."
  type        = string
  default     = ""
}

variable "mode" {
  description = "Who may change and see the project: open, protected or private."
  type        = string
  default     = "open"

  validation {
    condition     = contains(["open", "protected", "private"], var.mode)
    error_message = "The mode is open, protected or private."
  }
}

variable "required_approvals" {
  description = <<-TEXT
    How many approvals changes need, by environment: from 1 to 10. Changes in other environments
    need none. At least one environment must be without: the provider removes environments that it
    knows from the project when it is destroyed, and a project keeps its last one.
  TEXT
  type        = map(number)
  default     = {}
}

variable "owners" {
  description = "Who owns the project: ids of users and groups."
  type = object({
    users  = optional(set(number), [])
    groups = optional(set(number), [])
  })
}

variable "members" {
  description = "Who may change features of the project: ids of users and groups."
  type = object({
    users  = optional(set(number), [])
    groups = optional(set(number), [])
  })
  default = {}
}

variable "tokens" {
  description = "API tokens of the project by name. The type is client or frontend."
  type = map(object({
    type        = string
    environment = string
    expires_at  = optional(string)
  }))
  default = {}

  validation {
    condition     = alltrue([for token in values(var.tokens) : contains(["client", "frontend"], token.type)])
    error_message = "The type of a token is client or frontend."
  }
}
