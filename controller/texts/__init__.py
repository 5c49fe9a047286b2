"""Every sentence the table says, by key, in English, German and Spanish."""
