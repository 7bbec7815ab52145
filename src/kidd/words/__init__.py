"""Every sentence that a person reads, in three languages."""
