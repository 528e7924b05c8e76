import type { Command } from 'commander'
import { rotateSecretFile } from '../../store/keyring.ts'
import type { Store } from '../../store/openStore.ts'
import { generateSecret } from '../../store/secret.ts'
import { printJson, printTable } from '../print.ts'
import { withStore } from '../withStore.ts'

/** `redoubt secret …` */
export function addSecret(program: Command): void {
  const secret = program
    .command('secret')
    .description('the server secret, which hashes API keys and encrypts webhook secrets')
  secret
    .command('rotate')
    .description(
      'make a new secret current; webhooks move to it at once, keys stay valid and move when they are next used',
    )
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
The secret beside a SQLite file is rotated in place, and a running server takes the new one up by itself.
A secret in REDOUBT_SECRET cannot be changed from here: a new one is printed, with what to do.

Example:
  $ redoubt secret rotate`,
    )
    .action((options: { json: boolean }) => withStore((store) => rotate(store, options)))
  secret
    .command('status')
    .description('list the secrets by fingerprint, and how many keys and webhooks still need each')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt secret status')
    .action((options: { json: boolean }) => withStore((store) => status(store, options)))
}

async function rotate({ keyring, reseal }: Store, { json }: { json: boolean }): Promise<void> {
  const earlier = keyring.current().id
  if (keyring.file !== null) {
    rotateSecretFile(keyring.file)
    keyring.refresh('now')
    await reseal()
    const current = keyring.current().id
    if (json) printJson({ rotated: true, current, earlier, file: keyring.file })
    else process.stdout.write(`${keyring.file}: secret ${current} is current, ${earlier} still verifies.\n`)
    return
  }
  const secret = generateSecret()
  if (json) {
    printJson({ rotated: false, secret, earlier })
    return
  }
  process.stdout.write(
    `New secret: ${secret}
Keys made under ${earlier} stay valid as long as REDOUBT_SECRET names both:
  1. On every node, append the new one: REDOUBT_SECRET=CURRENT,NEW and restart.
  2. When all have restarted, put it first: REDOUBT_SECRET=NEW,CURRENT and restart.
  3. redoubt secret status tells how many keys and webhooks still need the old one; drop it when there are none.
`,
  )
}

async function status({ keyring, keys, webhooks }: Store, { json }: { json: boolean }): Promise<void> {
  const needed = new Map<string, { keys: number; webhooks: number }>()
  const need = (id: string, more: { keys?: number; webhooks?: number }) =>
    needed.set(id, { keys: 0, webhooks: 0, ...needed.get(id), ...more })
  for (const { secretId, ...more } of await keys.countBySecret()) need(secretId, more)
  for (const { secretId, ...more } of await webhooks.countBySecret()) need(secretId, more)
  const known = [keyring.current(), ...keyring.earlier()].map(({ id }, index) => ({
    id,
    state: index === 0 ? 'current' : 'verifies',
    keys: 0,
    webhooks: 0,
    ...needed.get(id),
  }))
  const lost = [...needed]
    .filter(([id]) => known.every((secret) => secret.id !== id))
    .map(([id, counts]) => ({ id, state: 'missing', ...counts }))
  const secrets = [...known, ...lost]
  if (json) return printJson(secrets)
  printTable(
    ['SECRET', 'STATE', 'KEYS', 'WEBHOOKS'],
    secrets.map((secret) => [secret.id, secret.state, String(secret.keys), String(secret.webhooks)]),
  )
  if (lost.length > 0)
    process.stderr.write(
      'Keys under a missing secret are refused, and their webhooks are not delivered: put the secret back into the keyring.\n',
    )
}
