import { type Command, InvalidArgumentError, Option } from 'commander'
import { createFeedbackReview } from '../../composition/feedbackReview.ts'
import { ACCUSATIONS, type Accusation, type Feedback } from '../../domain/feedback.ts'
import type { Store } from '../../store/openStore.ts'
import { isoTime, printJson, printTable } from '../print.ts'
import { withStore } from '../withStore.ts'
import { actor, parseNote } from './intel/options.ts'

const PAGE = 100

/** `redoubt feedback list`, `accept` and `reject`: what accounts say against verdicts. */
export function addFeedback(feedback: Command): void {
  feedback
    .command('list')
    .description(`list reports of wrong verdicts, open ones oldest first, ${PAGE} at a time`)
    .addOption(new Option('--status <status>', 'only these').choices(['open', 'accepted', 'rejected']).default('open'))
    .option('--all', 'every page', false)
    .addOption(new Option('--cursor <cursor>', 'continue after a page').argParser(parseCursor))
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt feedback list --all')
    .action(({ status, all, cursor, json }: ListOptions) =>
      withStore(async (store) => {
        const { found, nextCursor } = await listed(store.feedback, { status, all, cursor: cursor ?? null })
        if (nextCursor !== null) process.stderr.write(`There are more: add --cursor ${nextCursor}, or --all.\n`)
        if (json) return printJson(found.map(shown))
        if (found.length === 0) return void process.stderr.write(`No ${status} feedback.\n`)
        printTable(
          ['ID', 'AT', 'ACCOUNT', 'ENV', 'TYPE', 'ENTITY', 'NOTE'],
          found.map(({ id, createdAt, accountId, environment, type, entity, chain, note }) => [
            ...[
              id,
              isoTime(createdAt),
              accountId,
              environment,
              type,
              chain === null ? entity : `${entity} on ${chain}`,
            ],
            note,
          ]),
        )
      }),
    )
  feedback
    .command('accept')
    .description('accept a report: allow a false positive, or deny a false negative')
    .argument('<id>', 'as `redoubt feedback list` shows it')
    .addOption(new Option('--label <label>', 'accusation, for a false negative').choices(ACCUSATIONS))
    .option('--whole-host', 'also a host that strangers share, such as github.io', false)
    .option('--of-test-key', 'also feedback from a test key: the override holds for live scans too', false)
    .requiredOption('--note <note>', 'reason; shown with the override and in the audit trail', parseNote)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt feedback accept fb_… --label phishing --note "asks for the phrase"')
    .action(
      (
        id: string,
        {
          label,
          json,
          ...said
        }: { label?: Accusation; wholeHost: boolean; ofTestKey: boolean; note: string; json: boolean },
      ) => decide(id, { ...said, status: 'accepted', label: label ?? null }, json),
    )
  feedback
    .command('reject')
    .description('reject a report; the verdict stays')
    .argument('<id>', 'as `redoubt feedback list` shows it')
    .requiredOption('--note <note>', 'reason; kept in the audit trail', parseNote)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt feedback reject fb_… --note "the list is right"')
    .action((id: string, { note, json }: { note: string; json: boolean }) =>
      decide(id, { status: 'rejected', note, label: null, wholeHost: false, ofTestKey: false }, json),
    )
}

type ListOptions = { status: Feedback['status']; all: boolean; cursor?: string; json: boolean }

async function listed(
  feedback: Store['feedback'],
  { status, all, cursor }: { status: Feedback['status']; all: boolean; cursor: string | null },
): Promise<{ found: Feedback[]; nextCursor: string | null }> {
  const found: Feedback[] = []
  let nextCursor = cursor
  do {
    const page = await feedback.list({ status, limit: PAGE, cursor: nextCursor })
    found.push(...page.feedback)
    nextCursor = page.nextCursor
  } while (all && nextCursor !== null)
  return { found, nextCursor }
}

function parseCursor(text: string): string {
  if (/^\d{1,15}$/.test(text)) return text
  throw new InvalidArgumentError('expected a cursor as `redoubt feedback list` gave it')
}

type Decision = Omit<Parameters<ReturnType<typeof createFeedbackReview>['resolve']>[1], 'actor'>

function decide(id: string, decision: Decision, json: boolean): Promise<void> {
  return withStore(async (store) => {
    const resolved = await createFeedbackReview(store).resolve(id, { ...decision, actor: actor() })
    if (json) return printJson(shown(resolved))
    const { status, type, entity } = resolved
    const word = status === 'rejected' ? 'left as it is' : type === 'false_positive' ? 'allowed' : 'denied'
    process.stdout.write(`${entity} is ${word}.\n`)
  })
}

function shown({ createdAt, resolvedAt, ...feedback }: Feedback) {
  return { ...feedback, createdAt: isoTime(createdAt), resolvedAt: isoTime(resolvedAt) }
}
