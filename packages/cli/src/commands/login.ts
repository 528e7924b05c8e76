import type { Command } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { found } from '../connection/findKey.ts'
import { loginFile, saveLogin } from '../connection/savedLogin.ts'
import { act, type Context } from '../connection/session.ts'
import { readText } from '../subject/readText.ts'
import { promptSecret } from '../terminal/promptSecret.ts'
import { EXIT } from '../verdict/exitCode.ts'

/** `login`: keeps a key for a service in a file that only its owner can read. */
export function addLogin(program: Command, context: Context): void {
  const login = program
    .command('login')
    .description(CLIENT_COMMANDS.login)
    .addHelpText(
      'after',
      `
Where stdin is no terminal the key is read from it. The key is used for this very service only, and kept in
${loginFile({ ...context.terminal.env, HOME: '~' })}, mode 0600.

Examples:
  $ ${context.name} login --url https://redoubt.example
  $ ${context.name} login < key.txt`,
    )
  act(
    context,
    login,
    async ({ out, url, terminal, clientWith, wait }) => {
      const typed = terminal.stdin.isTTY
        ? await promptSecret(terminal, `API key for ${url} (not shown): `)
        : await readText('-', terminal)
      const key = found(typed.trim(), terminal.stdin.isTTY ? 'what was typed' : 'stdin')
      // Any answer but a refusal of the key: its scopes are not known. An unknown scan is asked for.
      const client = clientWith(key)
      await wait('Trying the key', (call) => client.scans.get('none', call)).catch((error: { code?: string }) => {
        if (error.code !== 'NOT_FOUND' && error.code !== 'INSUFFICIENT_SCOPE') throw error
      })
      const file = saveLogin(terminal.env, { url, apiKey: key.apiKey })
      if (out.wantsJson) out.json({ url, file })
      else out.line(`The key for ${url} is kept in ${file}.`)
      return EXIT.done
    },
    'without-key',
  )
}
