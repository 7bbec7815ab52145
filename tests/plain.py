"""Plain HTTP, which is what the servers of the tests speak."""

import ssl

# Without it each new client of httpx reads all authorities of the world, which takes it 20 ms.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
