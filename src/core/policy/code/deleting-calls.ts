import type { CallSigns } from './call-search.ts'

/** Calls that delete a tree, or files one by one in a loop over what a folder holds. */
export const DELETING_CALLS: CallSigns = {
  python: [
    {
      pattern: /\brmtree\s*\(|\bshutil\s*\.\s*rmtree\b|\bimport\b[^\n;]{0,200}\brmtree\b|\bos\s*\.\s*removedirs\b/,
      called: true,
    },
    { pattern: /\bgetattr\s*\(\s*shutil\b|\b(?:remove_tree|delete_tree)\s*\(/, called: true },
    {
      pattern: /\bos\s*\.\s*(?:remove|unlink|rmdir)\b|\.\s*unlink\s*[(,]/,
      with: /\b(?:glob|iglob|rglob|walk|listdir|scandir|iterdir)\s*\(/,
      called: true,
    },
  ],
  javascript: [
    {
      pattern: /\b(?:rm|rmdir|remove)(?:Sync)?\s*\([^;]{0,300}?\brecursive\b(?!\s*:\s*(?:false|!1|0))/,
    },
    { pattern: /\brimraf(?:Sync)?\s*[(.]|\b(?:fse|fs)\s*\.\s*(?:remove|removeSync|emptyDir|emptyDirSync)\s*\(/ },
    { pattern: /(?:\brequire\s*\(|\bfrom|\bimport\s*\(?)\s*['"`](?:rimraf|del)['"`]/ },
    {
      pattern: /\b(?:unlink|unlinkSync|rmSync|removeSync|rm)\s*\(/,
      with: /\b(?:readdir|readdirSync|glob|globSync|readDir|readDirSync|walk|opendir)\s*\(/,
    },
  ],
  ruby: [
    { pattern: /^un(?:\.rb)?\n\s*(?:rm|rmdir)\b/m },
    { pattern: /\b[A-Z]\w{0,60}\s*\.\s*(?:delete_all|destroy_all)\b/ },
    { pattern: /\b(?:rm_r|rm_rf|rmtree|rm_tree|remove_entry|remove_entry_secure|remove_dir)\b/ },
    {
      pattern: /\bFile\s*\.\s*(?:delete|unlink)\b|&:(?:delete|unlink)\b|\bFileUtils\s*\.\s*rm(?:_f)?\b/,
      with: /\bDir\s*(?:\[|\.\s*(?:glob|children|each_child|entries)\b)|\bFind\s*\.\s*find\b|\.\s*(?:glob|children)\b/,
    },
  ],
  perl: [
    { pattern: /(?<![\w$@%])(?:rmtree|remove_tree)\s*[({'"$@]/ },
    { pattern: /\bunlink\b\s*\(?\s*(?:glob\b|<)/ },
    { pattern: /\bunlink\b/, with: /\b(?:readdir|glob|find|finddepth)\s*[({'"]|\bFile::Find\b/ },
    { pattern: /\bunlink\b\s*(?:\$_\s*)?(?:for(?:each)?\b|\(?\s*@ARGV\b)/ },
    { pattern: /^[ \t]{0,20}unlink(?:[ \t]{1,20}\$_)?[ \t]{0,20};?[ \t]{0,20}$/m },
  ],
  php: [
    { pattern: /\barray_(?:map|walk)\s*\(\s*['"](?:unlink|rmdir)/i },
    { pattern: /\b(?:unlink|rmdir)\s*\(/i, with: /\b(?:glob|scandir|readdir)\s*\(|\bRecursiveDirectoryIterator\b/i },
    { pattern: /(?:->|::)\s*(?:deleteDirectory|cleanDirectory|deleteDirectories)\s*\(/ },
  ],
  lua: [{ pattern: /\bos\s*\.\s*remove\s*\(/, with: /\blfs\b|\.\s*dir\s*\(/ }],
  r: [
    { pattern: /\bunlink\s*\([^\n;]{0,300}?\brecursive\s*=\s*T/ },
    { pattern: /\b(?:unlink|file\.remove)\s*\(/, with: /\b(?:list\.files|Sys\.glob|dir)\s*\(/ },
    { pattern: /\b(?:dir_delete|fs::dir_delete)\s*\(/ },
  ],
  tcl: [{ pattern: /\bfile\s+delete\s+-force\b/ }, { pattern: /\bfile\s+delete\b/, with: /\bglob\b/ }],
  julia: [{ pattern: /\brm\s*\([^;\n]{0,300}?\brecursive\s*=\s*true/ }],
  beam: [{ pattern: /\bFile\.rm_rf?\b|\bdel_dir_r\b/ }],
  jvm: [{ pattern: /\.\s*deleteDir\s*\(|\bdeleteRecursively\b|\bdeleteDirectory\s*\(/ }],
  raku: [{ pattern: /\b(?:rmtree|remove_tree)\b/ }, { pattern: /\bunlink\b/, with: /\bdir\b/ }],
  lisp: [{ pattern: /\(\s*(?:[\w.]{1,40}\/)?(?:delete-directory|delete-file-recursively|delete-tree)(?=[\s)/])/ }],
  applescript: [{ pattern: /\bempty\s+(?:the\s+)?trash\b|\bdelete\s+(?:every|folder|items?|files?)\b/i }],
}
