import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import { EXIT } from '../verdict/exitCode.ts'

type VerdictOptions = { out?: string }

/** `verdict`: the file that `redoubt verify` reads. */
export function addVerdict(program: Command, context: Context): void {
  const verdict = program
    .command('verdict')
    .description(CLIENT_COMMANDS.verdict)
    .argument('<request-id>', 'the id of the scan')
    .option('--out <file>', 'write it there instead of printing it')
    .addHelpText(
      'after',
      `
It holds all that the scan read, also what this account alone knew of the case. Anyone verifies it without a network:
save /.well-known/redoubt-keys.json of the service, then run redoubt verify FILE --keys redoubt-keys.json.

Example:
  $ ${context.name} verdict 0198c0de-0000-7000-8000-000000000001 --out verdict.jws`,
    )
  act<VerdictOptions>(context, verdict, async ({ out, client, wait }, [requestId = ''], { out: file }) => {
    const result = await wait('Fetching the verdict', (call) => client.scans.verdict(requestId, call))
    if (file !== undefined) writeFileSync(file, `${result.jws}\n`)
    if (out.wantsJson) out.json(result)
    else if (file === undefined) out.line(result.jws)
    return EXIT.done
  })
}
