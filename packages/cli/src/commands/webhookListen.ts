import { randomBytes, randomUUID } from 'node:crypto'
import type { api } from '@redoubt/client'
import type { Command } from 'commander'
import { readSecretFile } from '../connection/savedLogin.ts'
import { act, type Context } from '../connection/session.ts'
import { type SignedEvent, signEvent } from '../signEvent.ts'
import { type Painted, paint } from '../terminal/out.ts'
import { UsageError } from '../usageError.ts'
import { EXIT } from '../verdict/exitCode.ts'
import { following } from './events.ts'
import { type EventType, parseCountOfEvents, parseEventTypes } from './eventTypes.ts'

type ListenOptions = { forwardTo: string; events?: EventType[]; secretFile?: string; cursor?: string; count?: number }

/** As long as the service waits. */
const ANSWER_MS = 15_000

/** `webhook listen`: forwards events to a receiver on this machine, signed as the service signs. */
export function addListen(webhook: Command, context: Context): void {
  const listen = webhook
    .command('listen')
    .description('follow the events and forward each one to a receiver on your machine, signed as the service would')
    .requiredOption('--forward-to <url>', 'the receiver, such as http://127.0.0.1:3000/hooks')
    .option('--events <list>', 'only these types', parseEventTypes)
    .option(
      '--secret-file <file>',
      'file with the secret to sign with, mode 0600; else REDOUBT_WEBHOOK_SECRET, else a new one',
    )
    .option('--cursor <cursor>', 'begin after this event')
    .option('--count <events>', 'end after so many events', parseCountOfEvents)
    .addHelpText(
      'after',
      `
No webhook is needed, and no address that the internet can reach. An answer other than 2xx is said and not sent again.

Example:
  $ ${context.name} webhook listen --forward-to http://127.0.0.1:3000/hooks --events approval.new`,
    )
  act<ListenOptions>(context, listen, async (session, _, options) => {
    const { out, terminal } = session
    const target = receiverUrl(options.forwardTo)
    const { secret, isNew } = findSecret(options.secretFile, terminal.env)
    if (isNew) out.note(`Signing with a new secret; give it to the receiver: ${secret}`)
    out.note(`Forwarding to ${target}. Ctrl-C ends.`)
    let failed = 0
    let count = 0
    for await (const event of following(session, options.cursor)) {
      if (options.events !== undefined && !options.events.includes(event.type)) continue
      const outcome = await forward(event, target, secret, terminal.signal)
      if (!outcome.ok) failed++
      if (out.wantsJson) out.json({ id: event.id, type: event.type, ...outcome, cursor: event.cursor }, 'compact')
      else if (out.quiet) out.line(event.id)
      else out.line(event.timestamp, '  ', paint('bold', event.type), `  ${event.id}  `, told(outcome))
      if (++count === options.count) break
    }
    return failed === 0 ? EXIT.done : EXIT.failed
  })
}

type Outcome = { ok: boolean; status: number | null; error: string | null; durationMs: number }

async function forward(
  event: api.Event & SignedEvent,
  target: string,
  secret: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { body, headers } = signEvent(event, { secret, deliveryId: `dlv_local_${randomUUID()}`, at: Date.now() })
  const started = performance.now()
  const lasted = () => Math.round(performance.now() - started)
  try {
    // A redirect is a failed attempt, as for the service.
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    await response.body?.cancel()
    return { ok: response.ok, status: response.status, error: null, durationMs: lasted() }
  } catch (error) {
    signal.throwIfAborted()
    const { cause, message } = error as Error
    return { ok: false, status: null, error: cause instanceof Error ? cause.message : message, durationMs: lasted() }
  }
}

function told({ ok, status, error, durationMs }: Outcome): Painted {
  return paint(ok ? 'green' : 'red', `${error ?? status} in ${durationMs} ms`)
}

function receiverUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new UsageError('--forward-to: expected an http or https address such as http://127.0.0.1:3000/hooks')
}

function findSecret(file: string | undefined, env: Readonly<Record<string, string | undefined>>) {
  const given = file === undefined ? env.REDOUBT_WEBHOOK_SECRET : readSecretFile(file)
  if (given) return { secret: given, isNew: false }
  return { secret: `whsec_${randomBytes(24).toString('base64')}`, isNew: true }
}
