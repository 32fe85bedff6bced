/**
 * Says at once which Node and npm can install this project, instead of a failure later that names another reason. In the
 * syntax of old versions, because old versions run it. The project runs on its own Node where a package brings one; a
 * machine without such a package runs it on the Node that is installed.
 */
const bundled = ['linux-x64', 'linux-arm64', 'win32-x64'];
const machine = `${process.platform}-${process.arch}`;
const least = bundled.includes(machine) ? [20, 19] : [24, 0];
const leastNpm = 10;

const [major, minor] = process.versions.node.split('.').map(Number);
const npm = /npm\/(\d+)/.exec(process.env.npm_config_user_agent || '');

if (major < least[0] || (major === least[0] && minor < least[1])) {
  console.error(
    `Muster needs Node ${least.join('.')} or later to be installed on ${machine}; this is ${process.versions.node}.`,
  );
  process.exit(1);
}
if (npm && Number(npm[1]) < leastNpm) {
  console.error(`Muster needs npm ${leastNpm} or later to be installed; this is ${npm[1]}.`);
  process.exit(1);
}
