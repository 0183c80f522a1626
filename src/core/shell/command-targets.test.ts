// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell commands
import { describe, expect, it } from 'vitest'
import { commandTargets, hasOwnWriteVerb } from './command-targets.ts'
import { parseCommandLine } from './parse-command-line.ts'

/** One word per target: `action:path`, `?` in front of a dynamic path. */
function targets(text: string): readonly string[] {
  const found = parseCommandLine(text).commands.flatMap((command) => commandTargets(command))
  return found.map(({ action, path, dynamic }) => `${action}:${dynamic ? '?' : ''}${path}`)
}

const ROWS: readonly [string, readonly string[]][] = [
  ['echo x > a', ['write:a']],
  ['echo x >> a 2>&1 >/dev/null', ['write:a']],
  [
    'echo x >| a; echo y &> b; echo z &>> c; cat <> d; ls >& e',
    ['write:a', 'write:b', 'write:c', 'write:d', 'write:e'],
  ],
  ['cat < a <<< b 2>&- >&2', []],
  ['> a', ['write:a']],
  ['{ ls; pwd; } > a', ['write:a']],
  ['for x in 1; do ls; done > a', ['write:a']],
  ['ls > "$X"', ['write:?*']],
  ['tee -a a b -p', ['write:a', 'write:b']],
  ['ls | tee -- -a', ['write:-a']],
  ['sed -i s/a/b/ x y', ['write:x', 'write:y']],
  ["sed -i.bak -e '/^#/d' -f p x", ['write:x']],
  ['sed --in-place=.bak s/a/b/ x', ['write:x']],
  ['sed --in-place s/a/b/ ok.txt protected.txt', ['write:ok.txt', 'write:protected.txt']],
  ['sed -ni s/a/b/p x', ['write:x']],
  ["sed -E -i 's/a/b/' x", ['write:x']],
  ['sed -n 1p x', []],
  ['perl -pi -e s/a/b/ x', ['write:x']],
  ['perl -0pi.bak -e s/a/b/ x', ['write:x']],
  ['perl -i -ne 1 x', ['write:x']],
  ['perl -e 1 x', []],
  ['ruby -pi -e 1 x', ['write:x']],
  ['mv a b', ['move-from:a', 'move-to:b', 'move-to:b/a']],
  ['mv -t d x/a b', ['move-from:x/a', 'move-from:b', 'move-to:d/a', 'move-to:d/b']],
  ['mv -T a b', ['move-from:a', 'move-to:b']],
  ['cp a b/', ['write:b/', 'write:b/a']],
  ['cp --target-directory=d a', ['write:d/a']],
  ['cp -r a/. .', ['write:.', 'write:./.', 'tree:./.']],
  ['cp a *.md d', ['write:d', 'write:d/a', 'write:?d/*.md']],
  ['rm -rf a -- -b', ['delete:a', 'delete:-b']],
  ['rmdir a; unlink b; shred -u c', ['delete:a', 'delete:b', 'write:c']],
  ['rm -rf .h*', ['delete:?.h*']],
  ["rm '.h*'", ['delete:.h*']],
  ['rm .hdr/{a,b}.json', ['delete:.hdr/a.json', 'delete:.hdr/b.json']],
  ['ln -s a b', ['link:a', 'link:b', 'link:b/a']],
  ['ln -s ../a', ['link:../a', 'link:./a']],
  ['install -m 644 a b', ['write:b', 'write:b/a']],
  ['install -d a b', ['write:a', 'write:b']],
  ['touch -d now a; truncate -s 0 b; mkdir -p -m 700 c', ['write:a', 'write:b', 'write:c']],
  ['dd if=a of=b bs=1M', ['write:b']],
  ['chmod 644 a; chmod -w b; chmod -R u+x c', ['write:a', 'write:b', 'write:c', 'tree:c']],
  ['chown -R me:me a', ['write:a', 'tree:a']],
  ['chmod --reference=a b', ['write:b']],
  ['rsync -a --exclude x src d/', ['tree:d/', 'write:d/', 'write:d/src']],
  ['rsync -a x host:y; rsync -an a b', []],
  ['scp a host:b', []],
  ['scp host:a b', ['write:b', 'write:b/host:a']],
  ['sort -o a b; sort b', ['write:a']],
  ['curl -fsSLo a https://example.com/b', ['write:a']],
  ['curl -O https://example.com/x/b.tgz#f', ['write:b.tgz']],
  ['curl --output-dir d -o a -d @c u', ['write:d/a']],
  ['curl https://example.com', []],
  ['wget -qO a u; wget -O - u', ['write:a', 'write:-']],
  ['wget -P d https://example.com/b', ['write:d/b']],
  ['tar -xzf a.tgz -C d m/n', ['tree:d', 'write:d/m/n']],
  ['tar xzf a.tgz', ['tree:.']],
  ['tar czf a.tgz d; tar -cf b.tar d; tar tf c.tar', ['write:a.tgz', 'write:b.tar']],
  ['unzip a.zip -d d; unzip -l a.zip; unzip b.zip', ['tree:d', 'tree:.']],
  ['gzip a; gzip -k b; gunzip -c c', ['delete:a']],
  ['find a b -type f -delete', ['delete:a', 'delete:b']],
  ["find . -name '*.bak' -delete", ['tree:.', 'delete:?./*.bak', 'delete:?./*/*.bak']],
  ['find a -name x -print', []],
  ['find a -exec rm {} +', ['delete:a', 'delete:?a/*']],
  ['find a -name b -exec rm {} +', ['delete:?a/*']],
  ['find a -fprint b', ['write:b']],
  ['ls | xargs rm', ['delete:?*']],
  ['ed -s a; vim -es -c wq b', ['write:a', 'write:b']],
  [
    'patch a < p; patch -p1 < p; patch -d d -o o < p; patch --dry-run < p',
    ['write:a', 'tree:.', 'write:d/o', 'tree:d'],
  ],
  ["patch -p1 <<'E'\n--- a/x\n+++ b/x\nE", ['write:x']],
  [
    "git apply <<'E'\n--- a/x\n+++ b/y\nrename from q\nrename to r\n--- /dev/null\nE",
    ['write:x', 'write:y', 'move-from:q', 'write:r'],
  ],
  ['git apply p; git apply --check p; git am p', ['tree:.', 'tree:.']],
  ['git checkout main; git checkout; git checkout -', ['tree:.', 'tree:.', 'tree:.']],
  ['git checkout -b x; git checkout -b x main', ['tree:.']],
  [
    'git checkout -- a b; git checkout HEAD -- c; git checkout HEAD d',
    ['write:a', 'write:b', 'write:c', 'write:HEAD', 'write:d'],
  ],
  ['git checkout src/a.ts; git checkout .; git checkout v1.2', ['write:src/a.ts', 'write:.', 'tree:.']],
  ["git checkout -- ':/' ; git restore 'a/*'", ['tree:.', 'write:?a/*']],
  [
    'git restore a; git restore --source HEAD~1 b; git restore --staged c; git restore -SW d; git restore -p',
    ['write:a', 'write:b', 'write:d', 'tree:.'],
  ],
  ['git switch main; git switch -c x', ['tree:.']],
  ['git stash; git stash pop; git stash list; git stash push -m "a b" -- c', ['tree:.', 'tree:.', 'write:c']],
  ['git reset --hard; git reset --soft HEAD~1; git reset a; git reset --har', ['tree:.', 'tree:.']],
  ['git clean -fdx; git clean -n; git clean -f d', ['tree:.', 'delete:d']],
  ['git rm -r a; git rm --cached b; git mv c d', ['delete:a', 'move-from:c', 'move-to:d', 'move-to:d/c']],
  [
    'git merge x; git rebase --abort; git pull; git revert a; git cherry-pick a',
    ['tree:.', 'tree:.', 'tree:.', 'tree:.', 'tree:.'],
  ],
  ['git -C sub -c a=b restore x; git --work-tree=w checkout -- y', ['write:sub/x', 'write:w/y']],
  ['git -C a -C b stash; cd c && git stash', ['tree:a/b', 'tree:c']],
  ['git diff --output=x; git archive -o y HEAD; git status; git push; git commit -m x', ['write:x', 'write:y']],
  [
    "apply_patch <<'E'\n*** Begin Patch\n*** Delete File: a\n*** Update File: b\n*** Move to: c\n@@\n-x\n+y\n*** End Patch\nE",
    ['delete:a', 'move-from:b', 'move-to:c'],
  ],
  ["cd d && applypatch '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch'", ['write:d/a']],
  ['cd .hdr/decisions && rm * ../x', ['delete:?.hdr/decisions/*', 'delete:.hdr/decisions/../x']],
  ['cd $X && rm a /b', ['delete:?a', 'delete:/b']],
  ['cd /a && rm b ~/c $X', ['delete:/a/b', 'delete:?~/c', 'delete:?*']],
  ['rm "$X/a" $(git rev-parse --show-toplevel)/b', ['delete:?*/a', 'delete:?a', 'delete:?*/b', 'delete:?b']],
  ["rm '~/a'", ['delete:./~/a']],
  ['sudo rm a; bash -c "rm b"; X=c; rm $X', ['delete:a', 'delete:b', 'delete:c']],
  ['ssh h rm a; docker exec c rm a', []],
  ['python3 -c "open(1)"; node x.js; echo rm a; cat a; ls > /dev/stderr', []],
  ['/bin/rm a; \\rm b; "rm" c', ['delete:a', 'delete:b', 'delete:c']],
  ['$RM a', []],
]

describe('targets of a command', () => {
  it.each(ROWS)('of %j', (text, expected) => {
    expect(targets(text)).toEqual(expected)
  })

  it('names what did it', () => {
    const names = parseCommandLine('git -C a restore x > y; /bin/rm z')
      .commands.flatMap(commandTargets)
      .map(({ command }) => command)
    expect(names).toEqual(['redirection >', 'git restore', 'rm'])
  })
})

describe('our own verbs for people', () => {
  const hits: readonly [string, string][] = [
    ['bylaw decisions accept HDR-001', 'accept'],
    ['hdr decisions add', 'add'],
    ['hpp decisions revise X', 'revise'],
    ['/usr/local/bin/bylaw --json decisions retire X', 'retire'],
    ['npx bylaw decisions accept X', 'accept'],
    ['npx -y bylaw@latest decisions accept X', 'accept'],
    ['npm exec bylaw -- decisions add', 'add'],
    ['node dist/bylaw.cjs decisions accept X', 'accept'],
    ['/usr/bin/node --no-warnings /opt/x/bylaw.cjs decisions accept X', 'accept'],
    ['$B decisions accept X', 'accept'],
    ['node $B decisions accept X', 'accept'],
    ['bash -c "bylaw decisions accept X"', 'accept'],
    ['sudo bylaw decisions accept X', 'accept'],
    ['echo accept | xargs bylaw decisions', 'accept'],
    ['V=accept; bylaw decisions $V X', 'accept'],
    ['bylaw decisions $V X', '*'],
  ]
  it.each(hits)('sees the verb in %j', (text, verb) => {
    expect(parseCommandLine(text).commands.map(hasOwnWriteVerb)).toContain(verb)
  })
  const misses = [
    'bylaw decisions list',
    'bylaw decisions restore X',
    'bylaw validate',
    'echo bylaw decisions accept X',
    'grep -r "bylaw decisions accept" docs',
    'git commit -m "decisions accept"',
    'node scripts/decisions.js accept',
    'bylaws decisions accept X',
    'ls decisions add',
  ]
  it.each(misses)('sees none in %j', (text) => {
    expect(
      parseCommandLine(text)
        .commands.map(hasOwnWriteVerb)
        .filter((verb) => verb !== null),
    ).toEqual([])
  })
})
