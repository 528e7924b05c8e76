import type { WitnessOutcome } from '../../domain/verdict.ts'
import type { Edge } from '../context.ts'
import type { HttpPorts, ScanContext } from '../ports.ts'

type Scans = HttpPorts['scans']
type Kind = 'transaction' | 'message' | 'contract'
type Result<Name extends Kind> = Awaited<ReturnType<Scans[Name]>>
type WithWitness<Name extends Kind> = Result<Name> & { witness?: WitnessOutcome }

/**
 * Scans, with a witness where the request asks for one.
 * @param ignored members of the request that count in the answer, and not in a verdict.
 * @returns `witness` of the answer, and the verdict to keep beside the scan; null: none.
 */
export async function scanned<Name extends Kind>(
  { ports }: Edge,
  kind: Name,
  {
    input,
    wanted = false,
    ignored = [],
  }: { input: Parameters<Scans[Name]>[0]; wanted: boolean | undefined; ignored?: readonly string[] },
  context: ScanContext,
): Promise<{ result: WithWitness<Name>; verdict: string | null }> {
  if (!wanted || ignored.length > 0) {
    const scan = ports.scans[kind] as (asked: typeof input, by: ScanContext) => Promise<Result<Name>>
    const result = await scan(input, context)
    const witness: WitnessOutcome = { kept: false, reason: 'ignored-members' }
    return { result: (wanted ? { ...result, witness } : result) as WithWitness<Name>, verdict: null }
  }
  const asked = { kind, input } as unknown as Parameters<Scans['witnessed']>[0]['scan']
  const { result, witness, verdict } = await ports.scans.witnessed(
    { scan: asked, deadlineMs: input.deadlineMs },
    context,
  )
  return { result: { ...(result as Result<Name>), witness } as WithWitness<Name>, verdict }
}
