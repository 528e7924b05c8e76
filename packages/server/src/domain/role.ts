export const ROLES = ['all', 'api', 'worker', 'watcher'] as const

/** What a process does: everything; requests alone; deliveries, scores, lists and held transactions; or watching chains. */
export type Role = (typeof ROLES)[number]

type Duty = 'requests' | 'background' | 'watching'

const DUTIES: Readonly<Record<Role, readonly Duty[]>> = {
  all: ['requests', 'background', 'watching'],
  api: ['requests'],
  worker: ['background'],
  watcher: ['watching'],
}

export function hasDuty(role: Role, duty: Duty): boolean {
  return DUTIES[role].includes(duty)
}
