import { runClient } from './runClient.ts'
import { endOnBrokenOutput } from './terminal/endOnBrokenOutput.ts'
import { processTerminal } from './terminal/terminal.ts'

endOnBrokenOutput('redoubt-client')

process.exitCode = await runClient(process.argv.slice(2), 'redoubt-client', processTerminal())
