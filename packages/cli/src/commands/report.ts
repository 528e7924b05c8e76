import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { api } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context, parseSeconds } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import type { Out } from '../terminal/out.ts'
import { UsageError } from '../usageError.ts'
import { exitCodeOf, FAIL_ON, type FailOn } from '../verdict/exitCode.ts'
import { inLevel, printBasis, printFindings, printSection, printVerdict, verdictWord } from '../verdict/verdict.ts'

type ReportOptions = {
  chain?: Chain
  type?: 'address' | 'url'
  fresh?: boolean
  pdf?: string
  failOn?: FailOn
  all?: boolean
  deadline?: number
}

/** `report`: on the terminal, and as PDF. */
export function addReport(program: Command, context: Context): void {
  const report = program
    .command('report')
    .description(CLIENT_COMMANDS.report)
    .argument('<entity>', 'address or URL')
    .option('--pdf <file>', 'write the report as PDF; - is stdout')
    .option('--chain <network>', 'network of an address; default ethereum')
    .addOption(new Option('--type <type>', 'what the entity is; default: guessed').choices(['address', 'url']))
    .option('--fresh', 'judge it again now, whatever is kept')
    .option('--deadline <seconds>', 'answer with what is known by then', parseSeconds)
    .addOption(new Option('--fail-on <level>', 'exit with the code of the level from here on').choices(FAIL_ON))
    .option('--all', 'print all findings')
    .addHelpText(
      'after',
      `\nExamples:\n  $ ${context.name} report 0xFC97d3520BAbfc504273A14fa6DE19569F1178ac\n  $ ${context.name} report https://a.example --pdf a.pdf`,
    )
  act<ReportOptions>(context, report, async ({ out, client, terminal, wait }, [entity = ''], options) => {
    const { chain, type, fresh, pdf, deadline } = options
    if (pdf === '-' && terminal.stdout.isTTY === true)
      throw new UsageError('--pdf -: a PDF is not for a terminal; give a file.')
    // Before the service works for it.
    if (pdf !== undefined && pdf !== '-') requireWritable(pdf)
    const query = {
      ...(chain !== undefined && { chain }),
      ...(type !== undefined && { type }),
      ...(fresh === true && { fresh }),
      ...(deadline !== undefined && { deadlineMs: Math.round(deadline * 1000) }),
    }
    const result = await wait(`Reporting on ${entity}`, (call) => client.risk.report(entity, query, call))
    if (pdf !== undefined) {
      // The same judgement, which was just made.
      const { fresh: _, ...kept } = query
      const body = await wait('Drawing the PDF', (call) => client.risk.reportPdf(entity, kept, call))
      if (pdf === '-') out.bytes(body)
      else writeFileSync(pdf, body)
    }
    if (pdf !== '-') {
      if (out.wantsJson) out.json(result)
      else if (out.quiet) out.line(verdictWord({ ...result.summary }))
      else print(out, result, options.all === true)
      if (pdf !== undefined) out.note(`Report written to ${pdf}.`)
    }
    return exitCodeOf({ riskLevel: result.summary.riskLevel, complete: result.complete }, options.failOn)
  })
}

/** @throws UsageError where no file of this name can be made. */
function requireWritable(file: string): void {
  const folder = dirname(resolve(file))
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--pdf ${file}: there is no folder ${folder}; make it first.`)
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder) throw new UsageError(`--pdf ${file}: this is a folder; name a file in it.`)
  try {
    accessSync(existsSync(file) ? file : folder, constants.W_OK)
  } catch {
    throw new UsageError(`--pdf ${file}: you may not write there; name another file.`)
  }
}

function print(out: Out, report: api.RiskReport, all: boolean): void {
  const { summary, riskBreakdown, recommendations, entity, entityType, block, history } = report
  const verdict = { ...report, ...summary, blockNumber: block?.number ?? null }
  printVerdict(out, verdict, `${entityType} ${entity}: ${summary.verdict}`)
  const categories = Object.entries(riskBreakdown)
  printSection(
    out,
    'Categories',
    ['CATEGORY', 'SCORE', 'RISK'],
    categories.map(([name, { score, riskLevel, notApplicable }]) =>
      notApplicable === null ? [name, String(score), inLevel(riskLevel, riskLevel)] : [name, '', notApplicable],
    ),
  )
  printFindings(
    out,
    'Findings',
    categories.flatMap(([, { factors }]) => factors),
    all,
  )
  printSection(
    out,
    'Advice',
    [],
    recommendations.map((advice) => [advice]),
  )
  printSection(
    out,
    'History',
    ['DATE', 'SCORE', 'RISK'],
    history.map(({ date, score, riskLevel }) => [date, String(score), inLevel(riskLevel, riskLevel)]),
  )
  printBasis(out, verdict)
}
