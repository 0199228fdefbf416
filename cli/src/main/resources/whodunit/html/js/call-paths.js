// SPDX-License-Identifier: Apache-2.0
/** Call paths that the page makes, as something that a call tree can be made of. Who extends it adds them. */
class CallPaths {
  constructor(types) {
    this.types = types; // the outermost level
    this.type = [];
    this.paths = [];
    this.names = [];
    this.kinds = [];
    this.ids = new Map();
  }

  get size() { return this.paths.length; }

  put(name, path) {
    let type = this.types.indexOf(name);
    if (type < 0) type = this.types.push(name) - 1;
    this.type.push(type);
    this.paths.push(path);
  }

  id(name, kind) {
    const key = kind + name;
    if (!this.ids.has(key)) {
      this.ids.set(key, this.names.push(name) - 1);
      this.kinds.push(kind);
    }
    return this.ids.get(key);
  }

  path(e) { return this.paths[e]; }
}
