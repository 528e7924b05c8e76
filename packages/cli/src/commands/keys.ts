import type { api } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { act, type Context } from '../connection/session.ts'
import { EXIT } from '../verdict/exitCode.ts'

type Scope = api.KeyRequest['scopes'][number]
type CreateOptions = { name: string; scopes: Scope[]; env?: 'live' | 'test'; origins?: string[]; expires?: string }

/** `keys …`: keys of the account, through the API. */
export function addKeys(program: Command, context: Context): void {
  const keys = program.command('keys').description('API keys of your account; needs the scope admin')
  const example = (command: Command, line: string) =>
    command.addHelpText('after', `\nExample:\n  $ ${context.name} keys ${line}`)

  const list = keys.command('list').description('keys and their scopes')
  example(list, 'list')
  act(context, list, async ({ out, client, wait }) => {
    const result = await wait('Reading', (call) => client.keys.list(call))
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const { id } of result.keys) out.line(id)
    else
      out.table(
        ['ID', 'NAME', 'KEY', 'SCOPES', 'ENVIRONMENT', 'LAST USED', 'EXPIRES'],
        result.keys.map(({ id, name, prefix, scopes, environment, lastUsed, expiresAt }) => [
          id,
          name,
          `${prefix}…`,
          scopes.join(','),
          environment,
          lastUsed ?? 'never',
          expiresAt ?? 'never',
        ]),
      )
    return EXIT.done
  })

  const create = keys.command('create').description('create a key; it is printed this once, alone on stdout')
  create
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption(
      '--scopes <list>',
      'comma list of scan:read, risk:read, wallet:read, webhooks:write, admin',
      parseScopes,
    )
    .addOption(new Option('--env <environment>', 'default: that of the calling key').choices(['live', 'test']))
    .option(
      '--origins <list>',
      'comma list of pages that may use the key, such as https://app.example,http://localhost:*; it may then be public',
      parseOrigins,
    )
    .option('--expires <time>', 'ISO 8601 time from which on it is refused')
  example(create, 'create --name ci --scopes scan:read > ci.key')
  act<CreateOptions>(context, create, async ({ out, client, wait }, _, { name, scopes, env, origins, expires }) => {
    const body: api.KeyRequest = {
      name,
      scopes,
      ...(env !== undefined && { environment: env }),
      ...(origins !== undefined && { origins }),
      ...(expires !== undefined && { expiresAt: expires }),
    }
    const created = await wait('Creating', (call) => client.keys.create(body, call))
    if (out.wantsJson) {
      out.json(created)
      return EXIT.done
    }
    out.note(`Key ${created.id} (${created.environment}), scopes ${created.scopes.join(', ')}. Shown only now:`)
    out.line(created.key)
    return EXIT.done
  })

  const revoke = keys.command('revoke').description('revoke a key for ever').argument('<id>')
  revoke.option('--descendants', 'also the keys that it created, and theirs')
  example(revoke, 'revoke key_0199… --descendants')
  act<{ descendants?: boolean }>(context, revoke, async ({ out, client, wait }, [id = ''], { descendants }) => {
    const query = descendants === true ? { descendants } : {}
    const result = await wait('Revoking', (call) => client.keys.revoke(id, query, call))
    if (out.wantsJson) {
      out.json(result)
      return EXIT.done
    }
    const more = result.descendantsRevoked === undefined ? '' : `, with ${result.descendantsRevoked} that it created`
    out.line(out.quiet ? result.id : `${result.id} is revoked${more}.`)
    return EXIT.done
  })

  const others = keys
    .command('revoke-others')
    .description('revoke every key of the account and environment but the calling one')
  example(others, 'revoke-others')
  act(context, others, async ({ out, client, wait }) => {
    const result = await wait('Revoking', (call) => client.keys.revokeOthers(call))
    if (out.wantsJson) out.json(result)
    else out.line(`${result.othersRevoked} keys are revoked; ${result.id} stays.`)
    return EXIT.done
  })
}

/** The service names the scopes that it knows. */
function parseScopes(text: string): Scope[] {
  return text.split(',').map((scope) => scope.trim() as Scope)
}

function parseOrigins(text: string): string[] {
  return text.split(',').map((origin) => origin.trim())
}
