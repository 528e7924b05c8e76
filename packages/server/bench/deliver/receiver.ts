import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A process of its own, so that what it costs is not counted there. Reads what it is sent and answers 204; sends its port when ready.

const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
