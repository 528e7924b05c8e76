import { examineInstallation } from '../../composition/examineInstallation.ts'
import { printJson, printTable } from '../print.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

/** `redoubt preflight`: whether this machine and this environment have what the service needs. Fails where a part failed. */
export async function preflight({ json }: { json: boolean }): Promise<void> {
  const examined = await examineInstallation(readOwnConfig())
  if (json) printJson(examined)
  else
    printTable(
      ['PART', 'CHECK', 'STATE', 'DETAIL'],
      examined.map(({ part, name, state, detail, remedy }) => [
        ...[part, name, state],
        remedy === null ? detail : `${detail}. ${remedy}`,
      ]),
    )
  const broken = examined.filter(({ state }) => state === 'failed')
  if (broken.length > 0)
    throw new Error(
      `${broken.length} of ${examined.length} checks failed: ${broken.map(({ part, name }) => `${part} (${name})`).join(', ')}`,
    )
}
