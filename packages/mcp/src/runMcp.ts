import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from '@redoubt/client'
import { createMcpServer } from './createMcpServer.ts'
import { readSecret } from './readSecret.ts'
import { serveHttp } from './serveHttp.ts'

const DEFAULT_URL = 'http://127.0.0.1:8080'
const DEFAULT_PORT = '8090'
const KEY = /^svc_(live|test)_[0-9A-Za-z]+$/
const MIN_TOKEN = 16

const USAGE = `Usage: redoubt mcp [options]

Serves the tools of a running Redoubt service to agents (Model Context Protocol), over standard input and output.

  --url URL               the service (REDOUBT_URL, by default ${DEFAULT_URL})
  --key-file FILE         its API key, mode 0600 (or REDOUBT_API_KEY, or REDOUBT_API_KEY_FILE)
  --http                  serve streamable HTTP at /mcp instead
  --host HOST             with --http: address to listen on (127.0.0.1)
  --port PORT             with --http (${DEFAULT_PORT}); 0 takes a free one
  --token-file FILE       with --http: what callers send as bearer, mode 0600 (or REDOUBT_MCP_TOKEN, or REDOUBT_MCP_TOKEN_FILE)
  --allowed-host HOST     with --http: name with port under which it may be called too; can be given again
  --allowed-origin ORIGIN with --http: page that may call it; can be given again
  --help
`

const OPTIONS = {
  url: { type: 'string' },
  'key-file': { type: 'string' },
  http: { type: 'boolean', default: false },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: DEFAULT_PORT },
  'token-file': { type: 'string' },
  'allowed-host': { type: 'string', multiple: true },
  'allowed-origin': { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const

/** Runs `redoubt mcp ARGS` until its input ends, and answers its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runMcp(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  let given: ReturnType<typeof read>
  try {
    given = read(args)
  } catch (error) {
    say(`error: ${(error as Error).message}\n(redoubt mcp --help lists the options)`)
    return 2
  }
  if (given.help) {
    process.stdout.write(USAGE)
    return 0
  }
  try {
    const apiKey = readSecret('REDOUBT_API_KEY', given['key-file'], env)
    if (apiKey === null) throw new Error('No API key: set REDOUBT_API_KEY, or give --key-file FILE.')
    // Before it is sent: a password does not belong there.
    if (!KEY.test(apiKey)) throw new Error('The API key is none: expected svc_live_… or svc_test_….')
    const client = createClient({ baseUrl: given.url ?? env.REDOUBT_URL ?? DEFAULT_URL, apiKey })
    if (!given.http) return await serveStdio(() => createMcpServer(client))
    const token = readSecret('REDOUBT_MCP_TOKEN', given['token-file'], env)
    if (token === null || token.length < MIN_TOKEN)
      throw new Error(
        `--http needs a token of ${MIN_TOKEN} characters: set REDOUBT_MCP_TOKEN, or give --token-file FILE.`,
      )
    const { host, port, 'allowed-host': allowedHosts = [], 'allowed-origin': allowedOrigins = [] } = given
    const server = await serveHttp(() => createMcpServer(client), {
      host,
      port: Number(port),
      token,
      allowedHosts,
      allowedOrigins,
    })
    const address = server.address()
    say(`MCP at http://${host}:${typeof address === 'object' ? address?.port : port}/mcp`)
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
    })
    server.closeAllConnections()
    server.close()
    return 0
  } catch (error) {
    say(`error: ${(error as Error).message}`)
    return 1
  }
}

function read(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true })
  if (!/^\d{1,5}$/.test(values.port)) throw new Error(`--port: expected a number, got ${values.port}`)
  return values
}

/** Standard output carries the protocol alone. */
async function serveStdio(newServer: () => ReturnType<typeof createMcpServer>): Promise<number> {
  const server = newServer()
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    process.stdin.once('end', () => void server.close())
  })
  await server.connect(new StdioServerTransport())
  await ended
  return 0
}
