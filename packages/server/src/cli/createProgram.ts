import { CLIENT_COMMANDS } from '@redoubt/cli/clientCommands.ts'
import { Command, Help, InvalidArgumentError, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { ROLES, type Role } from '../domain/role.ts'
import { addAccounts } from './commands/accounts.ts'
import { addDashboard } from './commands/dashboard.ts'
import { addKeys } from './commands/keys.ts'
import { addMigrate } from './commands/migrate.ts'
import { addSecret } from './commands/secret.ts'

/**
 * The `redoubt` command with all its subcommands. Parsing throws CommanderError instead of ending the process.
 * @param args what was typed: `intel` needs a quarter of a second to load, for which nothing else waits.
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('redoubt')
    .description('Self-hosted risk analysis for blockchain transactions, contracts, wallets and sites.')
    .version(packageJson.version)
    .showHelpAfterError('(redoubt --help lists the commands)')
    .configureHelp({
      optionDescription: (option) => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
    })
    .exitOverride()
  program
    .command('serve')
    .description('run the service until Ctrl-C; configured by environment variables')
    .addOption(
      new Option('--workers <n>', 'scanning processes behind one port, on PostgreSQL')
        .default(1)
        .argParser(readWorkers),
    )
    .addOption(new Option('--role <role>', 'what this process does').choices(ROLES).default('all'))
    .addHelpText(
      'after',
      `
Roles: all; api (requests and scans); worker (deliveries, scores, lists, held transactions); watcher (chains).
SIGHUP replaces the workers one after the other.

Example:
  $ DATABASE_URL=postgres://localhost/redoubt redoubt serve --workers 4`,
    )
    .action(async (options: { workers: number; role: Role }) => (await import('./commands/serve.ts')).serve(options))
  program
    .command('demo')
    .description('miniature networks, the service and six explained scans, with no set-up')
    .option('--once', 'end after the scans instead of staying up', false)
    .action(async (options: { once: boolean }) => (await import('./commands/demo.ts')).demo(options))
  program
    .command('preflight')
    .description('check what the service needs here: database, folders, simulator, browser, ports, RPC endpoints')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nIt ends with 1 where a check failed. `redoubt doctor --installation` is the same.\n\nExample:\n  $ redoubt preflight',
    )
    .action(async (options: { json: boolean }) => (await import('./commands/preflight.ts')).preflight(options))
  program
    .command('endpoints')
    .description('check each RPC endpoint of the environment: chain id, head, archive, traces, overrides, logs, proofs')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ ETHEREUM_RPC_URLS=https://node.example redoubt endpoints')
    .action(async (options: { json: boolean }) => (await import('./commands/endpoints.ts')).endpoints(options))
  addAccounts(program)
  addKeys(program)
  addDashboard(program)
  addSecret(program)
  addMigrate(program)
  program
    .command('backup <file>')
    .description('write all that the database keeps into a new file, beside a running service')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt backup redoubt-2026-11-28.backup')
    .action(async (file: string, options: { json: boolean }) =>
      (await import('./commands/backup.ts')).backup(file, options),
    )
  program
    .command('restore <file>')
    .description('put a backup into an empty database of either kind')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  $ DATABASE_URL=postgres://localhost/redoubt redoubt restore redoubt-2026-11-28.backup',
    )
    .action(async (file: string, options: { json: boolean }) =>
      (await import('./commands/backup.ts')).restore(file, options),
    )
  program
    .command('verify <file>')
    .description('execute the scan of a signed verdict again, without a network, and compare the answer')
    .requiredOption('--keys <file>', 'keys of the service that made it: its /.well-known/redoubt-keys.json')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
Fails where the file was changed, the reads do not suffice, or the answer differs. A verdict of other rules names the version that it needs.
The engine listens on the loopback address; nothing else is connected.

Example:
  $ redoubt verify verdict.jws --keys redoubt-keys.json`,
    )
    .action(async (file: string, options: { keys: string; json: boolean }) =>
      (await import('./commands/verify.ts')).verifyVerdict(file, options),
    )
  const intel = program.command('intel').description('intelligence lists, your overrides, and built-in labels')
  if (args.includes('intel')) (await import('./commands/intel/intel.ts')).addIntel(intel)
  const feedback = program.command('feedback').description('reports of wrong verdicts, and your decisions on them')
  if (args.includes('feedback')) (await import('./commands/feedback.ts')).addFeedback(feedback)
  // For the list of commands: `runProgram` hands them to the client before anything is parsed.
  for (const [name, description] of Object.entries(CLIENT_COMMANDS))
    program.command(name).description(description).helpGroup('Commands that ask a running service:')
  program
    .command('mcp')
    .description('serve its tools to agents (MCP)')
    .helpGroup('Commands that ask a running service:')
  program.addHelpText(
    'after',
    `
The database is DATABASE_URL, by default the SQLite file ./data/redoubt.db.
Exit codes: 0 done, 1 failed, 2 wrong usage. Commands that ask a service have more; their --help lists them.

Examples:
  $ redoubt demo --once
  $ redoubt keys create --name laptop --scopes scan:read,risk:read
  $ redoubt serve`,
  )
  return program
}

const MAX_WORKERS = 64

function readWorkers(text: string): number {
  const workers = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (workers < 1 || workers > MAX_WORKERS)
    throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_WORKERS}.`)
  return workers
}
