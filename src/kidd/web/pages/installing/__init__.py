"""What makes an app of the site: a manifest, a service worker and a page without network."""
