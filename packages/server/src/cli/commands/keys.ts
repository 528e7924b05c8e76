import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Account } from '../../domain/account.ts'
import { type ApiKey, SCOPES, type Scope } from '../../domain/apiKey.ts'
import type { Environment } from '../../domain/environment.ts'
import { forbiddenScopes, isOriginEntry, MAX_ORIGINS, ORIGIN_EXPECTED, PUBLIC_SCOPES } from '../../domain/keyOrigins.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Store } from '../../store/openStore.ts'
import { BOOTSTRAP } from '../../usecases/members/firstLink.ts'
import { isoTime, printJson, printTable } from '../print.ts'
import { withStore } from '../withStore.ts'
import { PLANS, parseName } from './accounts.ts'

type CreateOptions = {
  name: string
  scopes: Scope[]
  account?: string
  plan?: Plan
  env: Environment
  origins?: string[]
  expires?: number
  json: boolean
}

/** `redoubt keys …` */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys')
  keys
    .command('create')
    .description('create a key; the key is printed once and cannot be shown again')
    .requiredOption('--name <name>', 'what the key is for', parseName)
    .requiredOption('--scopes <list>', `comma list of ${SCOPES.join(', ')}`, parseScopes)
    .option('--account <id or name>', 'account that owns the key')
    .addOption(
      new Option('--plan <plan>', 'instead of --account: the account named after the plan, created if missing')
        .choices(PLANS)
        .conflicts('account'),
    )
    .addOption(
      new Option('--env <environment>', 'live networks, or the sandbox networks')
        .choices(['live', 'test'])
        .default('live'),
    )
    .option(
      '--origins <list>',
      'comma list of pages that may use the key, such as https://app.example,http://localhost:*; it may then be public',
      parseOrigins,
    )
    .option('--expires <time>', 'ISO 8601 time from which on the key is refused; default never', parseFutureTime)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
Without --account and --plan the key goes to the only account; the first key of all creates the account
"bootstrap", which is Enterprise and operator.

Examples:
  $ redoubt keys create --name laptop --scopes scan:read --plan free
  $ redoubt keys create --name ci --scopes scan:read,risk:read --account acme --env test --json`,
    )
    .action((options: CreateOptions) => withStore((store) => create(store, options)))
  keys
    .command('list')
    .description('list the keys, revoked ones too')
    .option('--account <id or name>', 'of one account only')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt keys list --account acme')
    .action((options: { account?: string; json: boolean }) => withStore((store) => list(store, options)))
  keys
    .command('revoke')
    .description('revoke a key at once and for ever, on all nodes')
    .argument('<id>', 'id of the key, as keys list shows it')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt keys revoke key_0199…')
    .action((id: string, options: { json: boolean }) =>
      withStore(async (store) => {
        const key = await store.keys.find(id)
        if (key === null || !(await store.keys.revokeById(id))) {
          throw new Error(`There is no key with the id ${id}: redoubt keys list shows the ids.`)
        }
        await audit(store, 'key.revoked', key, '')
        if (options.json) printJson({ id, revoked: true })
        else process.stdout.write(`${id} is revoked.\n`)
      }),
    )
}

async function create(store: Store, { name, scopes, env, origins, expires, json, ...of }: CreateOptions) {
  const [forbidden] = forbiddenScopes(scopes, origins ?? null)
  if (forbidden !== undefined)
    throw new Error(
      `--scopes ${forbidden}: a key with --origins can be read in a page, so it may have only ${PUBLIC_SCOPES.join(', ')}.`,
    )
  const account = await ownerOf(store, of.account, of.plan)
  const { key, token } = await store.keys.create({
    accountId: account.id,
    name,
    scopes,
    environment: env,
    ...(origins !== undefined && { origins }),
    ...(expires !== undefined && { expiresAt: expires }),
  })
  await audit(store, 'key.created', key, `${name}, ${env}: ${scopes.join(' ')}`)
  if (json) {
    printJson({ ...toJson(key), key: token })
    return
  }
  // Notes on stderr, so that KEY=$(redoubt keys create …) holds the key alone.
  process.stderr.write(
    `Key ${key.id} of account "${account.name}" (${account.plan}, ${env}), scopes ${scopes.join(', ')}. Shown only now:\n`,
  )
  process.stdout.write(`${token}\n`)
}

async function audit(store: Store, action: 'key.created' | 'key.revoked', { id, accountId }: ApiKey, detail: string) {
  const actor = { kind: 'command-line' as const, id: null, name: 'redoubt keys' }
  const entry = { accountId, at: Date.now(), actor, address: null, action, subject: id, detail }
  // It is done: on a full disk a key can still be revoked, and nothing else be written.
  await store.auditLog.add(entry).catch(() => process.stderr.write('The audit log could not be written.\n'))
}

async function list(store: Store, { account: idOrName, json }: { account?: string; json: boolean }) {
  const account = idOrName === undefined ? undefined : await findAccount(store, idOrName)
  const keys = await store.keys.listAll(account?.id)
  if (json) return printJson(keys.map(toJson))
  if (keys.length === 0) return void process.stderr.write('No keys yet: redoubt keys create --help\n')
  const names = new Map((await store.accounts.list()).map(({ id, name }) => [id, name]))
  printTable(
    ['ID', 'NAME', 'KEY', 'ACCOUNT', 'PLAN', 'SCOPES', 'ORIGINS', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
    keys.map((key) => [
      key.id,
      key.name,
      `${key.prefix}…`,
      names.get(key.accountId) ?? key.accountId,
      key.plan,
      key.scopes.join(','),
      key.origins?.join(',') ?? '',
      isoTime(key.createdAt),
      isoTime(key.lastUsedAt) ?? 'never',
      isoTime(key.expiresAt) ?? 'never',
      isoTime(key.revokedAt) ?? '',
    ]),
  )
}

async function ownerOf(store: Store, idOrName?: string, plan?: Plan): Promise<Account> {
  if (idOrName !== undefined) return findAccount(store, idOrName)
  if (plan !== undefined) return findOrCreate(store, { name: plan, plan, operator: false })
  const [only, ...others] = await store.accounts.list()
  if (others.length > 0) {
    throw new Error('There are several accounts: say which with --account NAME, or give a --plan.')
  }
  return only ?? findOrCreate(store, BOOTSTRAP)
}

async function findAccount({ accounts }: Store, idOrName: string): Promise<Account> {
  const account = await accounts.find(idOrName)
  if (account) return account
  throw new Error(`--account ${idOrName}: there is no such account. redoubt accounts list shows them.`)
}

/** Two commands at once may both find nothing: the one whose creation fails uses the other's account. */
async function findOrCreate({ accounts }: Store, wanted: { name: string; plan: Plan; operator: boolean }) {
  const known = await accounts.find(wanted.name)
  const account =
    known ??
    (await accounts.create(wanted).catch(async (error: unknown) => {
      const other = await accounts.find(wanted.name)
      if (other) return other
      throw error
    }))
  if (account.plan === wanted.plan) return account
  throw new Error(
    `--plan ${wanted.plan}: the account named "${account.name}" is on the plan ${account.plan}. Choose one with --account.`,
  )
}

function parseScopes(text: string): Scope[] {
  const scopes = new Set<Scope>()
  for (const part of text.split(',')) {
    const scope = SCOPES.find((known) => known === part.trim())
    if (!scope) throw new InvalidArgumentError(`"${part.trim()}" is no scope. Scopes: ${SCOPES.join(', ')}.`)
    scopes.add(scope)
  }
  return [...scopes]
}

function parseOrigins(text: string): string[] {
  const origins = [...new Set(text.split(',').map((part) => part.trim()))]
  const wrong = origins.find((origin) => !isOriginEntry(origin))
  if (wrong !== undefined) throw new InvalidArgumentError(`"${wrong}" is not ${ORIGIN_EXPECTED}.`)
  if (origins.length > MAX_ORIGINS) throw new InvalidArgumentError(`A key has at most ${MAX_ORIGINS} origins.`)
  return origins
}

function parseFutureTime(text: string): number {
  const at = Date.parse(text)
  if (!(at > Date.now())) throw new InvalidArgumentError(`"${text}" is no ISO 8601 time in the future.`)
  return at
}

function toJson(key: ApiKey) {
  return {
    ...key,
    createdAt: isoTime(key.createdAt),
    expiresAt: isoTime(key.expiresAt),
    lastUsedAt: isoTime(key.lastUsedAt),
    revokedAt: isoTime(key.revokedAt),
  }
}
