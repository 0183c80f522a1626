import { openStage } from './bench/stage.mjs'
import { interleave, quantile, timeOnce } from './bench/measure.mjs'
import { mkdtempSync, realpathSync, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
const root = realpathSync(mkdtempSync(join(tmpdir(), 'b2-')))
cpSync('dist/hook', join(root,'program'), {recursive:true})
import { mkdirSync } from 'node:fs'
mkdirSync(join(root,'s'))
const stage = openStage({ root: join(root,'s'), hook: join(root,'program/hook.cjs'), count: 200, policy: true })
const side=(name,cmd,statuses=[0])=>({name,file:process.execPath,argv:stage.argv,env:stage.environment,cwd:stage.repo,input:stage.payload('Bash',cmd),tidy:stage.closeWindows,statuses})
const sides=[{name:'bare',file:process.execPath,argv:['-e','0'],env:stage.environment,cwd:stage.repo,input:''},side('plain'),side('git status','git status --short'),side('python','python3 -m pytest -q'),side('loop','cd src && for f in *.ts; do node --check "$f"; done'),side('heredoc',"cat > a.ts <<'EOF'\nexport const a = 1\nEOF\nnpm test"),side('denied','rm -rf dist',[2])]
const t=interleave(sides,31,timeOnce)
const m=s=>quantile(t.get(s),0.5)
for(const s of sides) console.log(s.name,m(s).toFixed(1),(m(s)/m(sides[0])).toFixed(2))
if (process.argv[2]==='prof') {
  const { spawnSync } = await import('node:child_process')
  const s=sides.find(x=>x.name===process.argv[3])
  spawnSync(process.execPath,['--cpu-prof','--cpu-prof-interval','50','--cpu-prof-dir=/tmp/prof3',...s.argv],{env:s.env,cwd:s.cwd,input:s.input}); s.tidy()
}
