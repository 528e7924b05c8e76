import type { SandboxWorld } from '../world.ts'
import { accounts } from './accounts.ts'
import { collectibles } from './collectibles.ts'
import { honestPeople } from './honestPeople.ts'
import { listedParties } from './listedParties.ts'
import { markets } from './markets.ts'
import { poisoning } from './poisoning.ts'
import { projects } from './projects.ts'
import type { Step } from './timeline.ts'
import { drainers, trapTokens } from './traps.ts'

/** Returns the stories of all accounts. Steps of one moment happen in this order. */
export function allSteps(world: SandboxWorld): Step[] {
  const stories = [
    markets,
    honestPeople,
    collectibles,
    projects,
    accounts,
    drainers,
    trapTokens,
    poisoning,
    listedParties,
  ]
  return stories.flatMap((story) => story(world))
}
