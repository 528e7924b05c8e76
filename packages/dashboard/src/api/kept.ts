/** What this browser keeps for the pages. One that keeps nothing, or refuses to say, shows what everyone sees first. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Storage that is full or forbidden is no reason to fail.
  }
}
