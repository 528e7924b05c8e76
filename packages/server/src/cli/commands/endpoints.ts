import { type CheckedEndpoint, checkEndpoints } from '../../composition/checkEndpoints.ts'
import { createOfferedNetworks } from '../../composition/offeredNetworks.ts'
import { printJson, printTable } from '../print.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

/** `redoubt endpoints`: what each RPC endpoint of the environment can do. Fails where one failed. */
export async function endpoints({ json }: { json: boolean }): Promise<void> {
  const config = readOwnConfig()
  const checked = await checkEndpoints(createOfferedNetworks(config.rpcUrls).rpcUrls, config)
  if (json) printJson(checked)
  else print(checked)
  const broken = checked.filter(({ checks }) => checks.some(({ state }) => state === 'failed'))
  if (broken.length > 0)
    throw new Error(
      `${broken.length} of ${checked.length} endpoints cannot be used: ${broken.map(({ host }) => host).join(', ')}`,
    )
}

function print(checked: readonly CheckedEndpoint[]): void {
  printTable(
    ['NETWORK', 'HOST', 'CHECK', 'STATE', 'DETAIL'],
    checked.flatMap(({ chain, host, checks }) =>
      checks.map(({ name, state, detail, remedy }) => [
        ...[chain, host, name, state],
        remedy === null ? detail : `${detail}. ${remedy}`,
      ]),
    ),
  )
}
