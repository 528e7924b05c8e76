import { type AddressInfo, createServer } from 'node:net'
import { behaviours } from './behaviours.ts'

// A process of its own, so that what the bombs cost here is not counted there. Sends its port when ready.

const known = await behaviours()
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', (head) => {
    const path = /^[A-Z]+ \/([a-z-]*)/.exec(head.toString('latin1'))?.[1] ?? ''
    if (known[path]) void known[path](socket)
    else socket.destroy()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
