import { readFileSync } from 'node:fs'
import { EVIDENCE_DESCRIPTIONS } from './evidenceDescriptions.ts'

/** Members of the evidence of each detector: a JSON type, `string[]`, `|null` where it may be null, `?` where it may be absent. */
type EvidenceTypes = Record<string, { title: string; members: Record<string, string> }>

const FILE = new URL('./evidence.generated.json', import.meta.url)

/** Adds the schema `EvidenceById`, and says so where findings have their evidence. */
export function describeEvidence({
  components: { schemas },
}: {
  components: { schemas: Record<string, object> }
}): void {
  schemas.EvidenceById = evidenceById()
  const finding = schemas.Finding as { properties: { evidence: Record<string, unknown> } }
  finding.properties.evidence['x-evidence'] = { $ref: '#/components/schemas/EvidenceById' }
}

/** Members of the evidence of the given detector with their types as in the generated file, and what they mean. */
export function evidenceMembersOf(id: string): { name: string; type: string; description: string | undefined }[] {
  return describedMembers(id, readTypes()[id]?.members ?? {})
}

/**
 * The schema `EvidenceById`: a member for each detector id, with the evidence of its findings. A map and no union of 300 schemas:
 * generated types index it by id, and documents stay readable. Evidence may gain members.
 */
function evidenceById(): object {
  return {
    type: 'object',
    description:
      'The evidence of a finding by its `id`. No answer holds this object; it types `evidence` of `Finding`. Evidence may gain members.',
    properties: Object.fromEntries(
      Object.entries(readTypes()).map(([id, { title, members }]) => [
        id,
        {
          type: 'object',
          description: `${title}: docs/detectors/${id}.md.`,
          required: Object.keys(members).filter((name) => !members[name]?.endsWith('?')),
          properties: Object.fromEntries(
            describedMembers(id, members).map(({ name, type, description }) => [
              name,
              { description, ...schemaOf(type) },
            ]),
          ),
        },
      ]),
    ),
  }
}

function describedMembers(id: string, members: Record<string, string>) {
  return Object.entries(members).map(([name, type]) => ({
    name,
    type,
    description: withoutNull(EVIDENCE_DESCRIPTIONS[`${id}.${name}`] ?? EVIDENCE_DESCRIPTIONS[name], type),
  }))
}

/** What null means is left out where a detector never gives it. */
function withoutNull(description: string | undefined, type: string): string | undefined {
  return /\bnull\b/.test(type) ? description : description?.replace(/; null.*$/, '.')
}

function readTypes(): EvidenceTypes {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

function schemaOf(given: string): object {
  const names = given.replace(/\?$/, '').split('|')
  const types = names.map((name) => (name === 'string[]' ? 'array' : name))
  return {
    type: types.length === 1 ? types[0] : types,
    ...(types.includes('array') && { items: { type: 'string' } }),
  }
}
