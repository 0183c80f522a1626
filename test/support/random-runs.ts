/** How many random rounds a property gets: all of them in `npm run test:faults`, a share of them in `npm test`. */
export function randomRuns(all: number, { share = 5 }: { readonly share?: number } = {}): number {
  return process.env['FUZZ'] === 'full' ? all : Math.ceil(all / share)
}
