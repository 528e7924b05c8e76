import { isClientCommand } from '@redoubt/cli/clientCommands.ts'
import { CommanderError } from 'commander'
import { createProgram } from './createProgram.ts'
import { describeError } from './print.ts'

/** Runs `redoubt ARGS` and answers its exit code: 0 done, 1 failed, 2 wrong usage; the client's commands have more. */
export async function runProgram(args: readonly string[]): Promise<number> {
  // `doctor` alone asks a running service, as a client does.
  if (args[0] === 'doctor' && args.includes('--installation'))
    return runProgram(['preflight', ...args.slice(1).filter((one) => one !== '--installation')])
  if (isClientCommand(args)) return runClientCommand(args)
  if (args[0] === 'mcp') return (await import('@redoubt/mcp/runMcp.ts')).runMcp(args.slice(1))
  try {
    const program = await createProgram(args)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has said what is wrong; asking for help or the version is no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`error: ${describeError(error)}\n`)
    return 1
  }
}

/** Commands that ask a service are those of `redoubt-client`; nothing else waits until they are loaded. */
async function runClientCommand(args: readonly string[]): Promise<number> {
  const [{ runClient }, { processTerminal }] = await Promise.all([
    import('@redoubt/cli/runClient.ts'),
    import('@redoubt/cli/terminal/terminal.ts'),
  ])
  return runClient(args, 'redoubt', processTerminal())
}
