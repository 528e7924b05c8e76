import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError } from 'commander'
import { createProgram } from './createProgram.ts'

const MAIN = fileURLToPath(new URL('../../bin/redoubt.js', import.meta.url))
const HOST = new URL('./testCommandHost.ts', import.meta.url)

/** How a command ended. */
export type Ended = { code: number; stdout: string; stderr: string }

/** Runs `redoubt ARGS` as an operator does, in a folder of its own; the environment is what is given, and PATH. */
export function runCommand(folder: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const { PATH = '' } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { cwd: folder, env: { PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** What a host of commands is asked to run. */
export type Asked = { folder: string; args: string[]; env: Record<string, string> }

export type CommandHost = { run: typeof runCommand; close(): Promise<void> }

/**
 * One process that runs commands for a whole suite, one at a time and each to its end: to start a process costs fifty times what most
 * commands do. That a process ends, and what two of them do at once, is for `runCommand`.
 */
export function hostCommands(): CommandHost {
  const { PATH = '' } = process.env
  const host = fork(HOST, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = once(host, 'exit')
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(folder, args, env = {}) {
      const run = async () => {
        const answer = once(host, 'message')
        host.send({ folder, args, env: { PATH, ...env } } satisfies Asked)
        const [ended] = await Promise.race([answer, gone])
        if (typeof ended !== 'object' || ended === null)
          throw new Error(`The host of commands ended in ${args.join(' ')}.`)
        return ended as Ended
      }
      const next = last.then(run)
      last = next.catch(() => {})
      return next
    },
    async close() {
      if (host.connected) host.disconnect()
      await gone
    },
  }
}

/** Parses `redoubt ARGS` in this process, for what ends before anything is done: help, and wrong usage. */
export async function parseCommand(args: string[]): Promise<Ended> {
  const ended: Ended = { code: 0, stdout: '', stderr: '' }
  const listen = (command: Command) => {
    command.configureOutput({
      writeOut: (text) => {
        ended.stdout += text
      },
      writeErr: (text) => {
        ended.stderr += text
      },
    })
    command.commands.forEach(listen)
  }
  const program = await createProgram(args)
  listen(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    ended.code = error.exitCode
  }
  return ended
}
