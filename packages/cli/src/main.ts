import { runClient } from './runClient.ts'
import { processTerminal } from './terminal/terminal.ts'

// `redoubt-client events --json | head` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

process.exitCode = await runClient(process.argv.slice(2), 'redoubt-client', processTerminal())
