/** Files that run when they are opened. */
const PROGRAM = /\.(exe|msi|msix|dmg|pkg|apk|appimage|deb|rpm|jar|bat|cmd|com|ps1|vbs|js|hta|scr|lnk|iso|img|cpl|wsf)$/i

/** Whether a file of this name runs when it is opened. */
export function isProgram(file: string): boolean {
  return PROGRAM.test(file)
}
