import type { api } from '@redoubt/client'
import type { Command } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { readSecretFile } from '../connection/savedLogin.ts'
import { act, type Context } from '../connection/session.ts'
import { refuseSeedPhrase } from '../subject/refuseSecrets.ts'
import { type Out, paint } from '../terminal/out.ts'
import { EXIT } from '../verdict/exitCode.ts'
import { parseEventTypes } from './eventTypes.ts'
import { addPageOptions, noteMore, type PageOptions, readPages } from './pages.ts'
import { addListen } from './webhookListen.ts'

type SubscribedType = api.WebhookRequest['events'][number]

type CreateOptions = { events: SubscribedType[]; entity?: string[]; secretFile?: string }
type UpdateOptions = { to?: string; events?: SubscribedType[]; entity?: string[] }

/** `webhook …`: where events are posted to. */
export function addWebhook(program: Command, context: Context): void {
  const webhook = program.command('webhook').description(CLIENT_COMMANDS.webhook)
  const example = (command: Command, line: string) =>
    command.addHelpText('after', `\nExample:\n  $ ${context.name} webhook ${line}`)

  const create = webhook.command('create').description('post events to a URL; the secret is printed this once')
  create
    .argument('<url>', 'https address')
    .requiredOption('--events <list>', 'comma list of event types', parseEventTypes)
    .option('--entity <entity>', 'only of this address or site; may be repeated', collect)
    .option('--secret-file <file>', 'file with your own secret, mode 0600; else one is made')
  example(create, 'create https://hooks.example.org/redoubt --events approval.new,entity.risk_changed')
  act<CreateOptions>(context, create, async ({ out, client, wait }, [url = ''], { events, entity, secretFile }) => {
    const body: api.WebhookRequest = {
      url,
      events,
      ...(entity !== undefined && { entities: entity }),
      ...(secretFile !== undefined && { secret: await readOwnSecret(secretFile) }),
    }
    const created = await wait('Creating', (call) => client.webhooks.create(body, call))
    if (out.wantsJson) {
      out.json(created)
      return EXIT.done
    }
    if (out.quiet) {
      out.line(created.id)
      return EXIT.done
    }
    print(out, created)
    // The secret was the caller's own, and is in the file.
    if (secretFile === undefined) {
      out.note('The secret is shown only now:')
      out.line(created.secret)
    }
    return EXIT.done
  })

  const list = webhook.command('list').description('webhooks and their state')
  example(list, 'list')
  act(context, list, async ({ out, client, wait }) => {
    const result = await wait('Reading', (call) => client.webhooks.list(call))
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const { id } of result.webhooks) out.line(id)
    else
      out.table(
        ['ID', 'STATE', 'URL', 'EVENTS', 'LAST SENT'],
        result.webhooks.map(({ id, status, url, events, lastTriggered }) => [
          id,
          status === 'active' ? status : paint('red', status),
          url,
          events.join(','),
          lastTriggered ?? 'never',
        ]),
      )
    return EXIT.done
  })

  const show = webhook.command('show').description('settings of a webhook').argument('<id>')
  example(show, 'show wh_0199…')
  act(context, show, async ({ out, client, wait }, [id = '']) => {
    print(out, await wait('Reading', (call) => client.webhooks.get(id, call)))
    return EXIT.done
  })

  const update = webhook.command('update').description('change a webhook; what is not named stays').argument('<id>')
  update
    .option('--to <url>', 'post to this address')
    .option('--events <list>', 'comma list of event types', parseEventTypes)
    .option('--entity <entity>', 'only of this address or site; may be repeated', collect)
  example(update, 'update wh_0199… --events approval.new')
  act<UpdateOptions>(context, update, async ({ out, client, wait }, [id = ''], { to, events, entity }) => {
    const change: api.WebhookChange = {
      ...(to !== undefined && { url: to }),
      ...(events !== undefined && { events }),
      ...(entity !== undefined && { entities: entity }),
    }
    print(out, await wait('Changing', (call) => client.webhooks.update(id, change, call)))
    return EXIT.done
  })

  const remove = webhook.command('delete').description('post nothing more').argument('<id>')
  example(remove, 'delete wh_0199…')
  act(context, remove, async ({ out, client, wait }, [id = '']) => {
    const result = await wait('Deleting', (call) => client.webhooks.delete(id, call))
    if (out.wantsJson) out.json(result)
    else out.line(out.quiet ? result.id : `${result.id} is deleted.`)
    return EXIT.done
  })

  const activate = webhook.command('activate').description('send again after failures; parked deliveries too')
  activate.argument('<id>')
  example(activate, 'activate wh_0199…')
  act(context, activate, async ({ out, client, wait }, [id = '']) => {
    print(out, await wait('Activating', (call) => client.webhooks.activate(id, call)))
    return EXIT.done
  })

  const test = webhook.command('test').description('send a test event').argument('<id>')
  example(test, 'test wh_0199…')
  act(context, test, async ({ out, client, wait }, [id = '']) => {
    printDelivery(out, await wait('Sending', (call) => client.webhooks.test(id, call)))
    return EXIT.done
  })

  const rotate = webhook.command('rotate-secret').description('sign with a new secret; the old one signs too for a day')
  rotate.argument('<id>').option('--secret-file <file>', 'file with your own secret, mode 0600; else one is made')
  example(rotate, 'rotate-secret wh_0199…')
  act<{ secretFile?: string }>(context, rotate, async ({ out, client, wait }, [id = ''], { secretFile }) => {
    const body = secretFile === undefined ? {} : { secret: await readOwnSecret(secretFile) }
    const result = await wait('Rotating', (call) => client.webhooks.rotateSecret(id, body, call))
    if (out.wantsJson) {
      out.json(result)
      return EXIT.done
    }
    out.note(
      `The earlier secret of ${result.id} is valid until ${result.earlierSecretUntil}. The new one is shown only now:`,
    )
    if (secretFile === undefined) out.line(result.secret)
    return EXIT.done
  })

  const deliveries = webhook.command('deliveries').description('what was sent, newest first').argument('<id>')
  addPageOptions(deliveries)
  example(deliveries, 'deliveries wh_0199… --limit 50')
  act<PageOptions>(context, deliveries, async (session, [id = ''], options) => {
    const { out, client } = session
    const result = await readPages(session, options, 'deliveries', (page, call) =>
      client.webhooks.deliveries(id, page, call),
    )
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const one of result.deliveries) out.line(one.id)
    else out.table(DELIVERY_HEADINGS, result.deliveries.map(deliveryRow))
    noteMore(session, result, options)
    return EXIT.done
  })

  const retry = webhook.command('retry').description('send a delivery again now')
  retry.argument('<id>').argument('<delivery>')
  example(retry, 'retry wh_0199… dlv_0199…')
  act(context, retry, async ({ out, client, wait }, [id = '', delivery = '']) => {
    printDelivery(out, await wait('Sending', (call) => client.webhooks.retryDelivery(id, delivery, call)))
    return EXIT.done
  })

  addListen(webhook, context)
}

async function readOwnSecret(file: string): Promise<string> {
  const secret = readSecretFile(file)
  await refuseSeedPhrase(secret)
  return secret
}

function print(out: Out, webhook: api.Webhook | api.CreatedWebhook) {
  if (out.wantsJson) return out.json(webhook)
  if (out.quiet) return out.line(webhook.id)
  out.line(paint('bold', webhook.id), `  ${webhook.status}`)
  out.table(
    [],
    [
      ['url', webhook.url],
      ['events', webhook.events.join(',')],
      ['entities', webhook.entities.join(',') || 'all that this account scanned or monitors'],
      ['created', webhook.createdAt],
    ],
  )
}

const DELIVERY_HEADINGS = ['ID', 'STATE', 'TYPE', 'ATTEMPTS', 'LAST ANSWER', 'CREATED']

function deliveryRow({ id, status, type, attempts, createdAt }: api.Delivery): string[] {
  const last = attempts.at(-1)
  const answer = last === undefined ? 'none yet' : (last.error ?? String(last.status ?? 'none'))
  return [id, status, type, String(attempts.length), answer, createdAt]
}

function printDelivery(out: Out, delivery: api.Delivery): void {
  if (out.wantsJson) out.json(delivery)
  else if (out.quiet) out.line(delivery.id)
  else out.table(DELIVERY_HEADINGS, [deliveryRow(delivery)])
}

const collect = (text: string, before: string[] = []): string[] => [...before, text]
