"""Messages in the language of who reads them."""
