"""What commands share: options, errors as sentences, whose files they mean."""
