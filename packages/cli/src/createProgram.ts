import { showHidden } from '@redoubt/client/text'
import { Command, Help } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addAppeal } from './commands/appeal.ts'
import { addApprovals } from './commands/approvals.ts'
import { addCompletion } from './commands/completion.ts'
import { addDoctor } from './commands/doctor.ts'
import { addEvents } from './commands/events.ts'
import { addKeys } from './commands/keys.ts'
import { addLogin } from './commands/login.ts'
import { addMonitor } from './commands/monitor.ts'
import { addPermissions } from './commands/permissions.ts'
import { addReport } from './commands/report.ts'
import { addRescue } from './commands/rescue.ts'
import { addRevoke } from './commands/revoke.ts'
import { addScan } from './commands/scan.ts'
import { addScore } from './commands/score.ts'
import { addVerdict } from './commands/verdict.ts'
import { addWebhook } from './commands/webhook.ts'
import type { Context } from './connection/session.ts'

/**
 * The client's commands under the name of the program that runs them. Parsing throws CommanderError instead of ending the process.
 * @param jsonErrors the caller prints what is wrong, as JSON.
 */
export function createProgram(context: Context, jsonErrors: boolean): Command {
  const { name, terminal } = context
  const write = (stream: { write(text: string): unknown }) => (text: string) =>
    void stream.write(text.split('\n').map(showHidden).join('\n'))
  const program = new Command(name)
    .description('Asks a Redoubt service what a transaction, message, contract, wallet or web site will do.')
    .version(packageJson.version)
    .showHelpAfterError(jsonErrors ? false : `(${name} --help lists the commands)`)
    .configureHelp({
      optionDescription: (option) => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
    })
    .configureOutput({ writeOut: write(terminal.stdout), writeErr: jsonErrors ? () => {} : write(terminal.stderr) })
    .exitOverride()
  addScan(program, context)
  addScore(program, context)
  addReport(program, context)
  addVerdict(program, context)
  addAppeal(program, context)
  addApprovals(program, context)
  addPermissions(program, context)
  addRescue(program, context)
  addRevoke(program, context)
  addMonitor(program, context)
  addWebhook(program, context)
  addEvents(program, context)
  addKeys(program, context)
  addLogin(program, context)
  addDoctor(program, context)
  addCompletion(program, context)
  if (!jsonErrors) pointToOwnHelp(program, name)
  program.addHelpText(
    'after',
    `
The service is --url, REDOUBT_URL, the one of "login", or http://127.0.0.1:8080. The key is in --key-file, REDOUBT_API_KEY,
REDOUBT_API_KEY_FILE or "login", or is asked for.
Exit codes: 0 done, 1 failed, 2 wrong usage, 4 no valid key, 10 low (with --fail-on low), 11 medium, 12 high, 13 critical,
14 incomplete, 130 Ctrl-C.

Examples:
  $ ${name} login
  $ ${name} scan 0xEB53DB7800A5C12ee5E79406361cfB6e75534778
  $ ${name} doctor`,
  )
  return program
}

/** After wrong usage each command names its own help: its examples say what goes where. */
function pointToOwnHelp(program: Command, path: string): void {
  for (const command of program.commands) {
    const own = `${path} ${command.name()}`
    const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0
    command.showHelpAfterError(`(${own} --help ${isGroup ? 'lists its commands' : 'has an example'})`)
    pointToOwnHelp(command, own)
  }
}
