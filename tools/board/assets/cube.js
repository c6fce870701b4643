// Qubic in three dimensions: stones drawn by WebGL, and over each cell a button of its own at the place where it is seen,
// so that it can be clicked, named and reached like any other. It draws only when something has changed.

import * as THREE from "./vendor/three.module.min.js";
import { classes, label } from "./boards.js";
import { materials, sheet } from "./paints.js";
import { QUBIC_CELLS, el } from "./texts.js";

const GAP = 1.5;
const LIFT = 1.9;
const RADIUS = [7, 22];
/** A container that is at least so many times as wide as high shows the cube at its full size. */
const WIDE = 1;
/** The width of a button before it is scaled, as the sheet has it. */
const BUTTON = 40;
/** A click within so many milliseconds after a tap is the tap's own. */
const AFTER_A_TAP = 700;
/** A pointer that has moved further than this turns the cube instead of playing. */
const SLACK = 5;
/** Frames that take longer than so many milliseconds make a turning cube coarser by half, down to so many pixels for one of the page, until it rests
 * for so long. */
const [SLOW, COARSEST, REST] = [24, 0.5, 250];

const place = cell => {
  const [level, row, column] = [...cell].map(digit => Number(digit) - 2.5);
  return new THREE.Vector3(column * GAP, -level * LIFT, row * GAP);
};

/** The view of the cube. */
export class Cube {
  constructor(container, chooser, redraw) {
    this.container = container;
    this.chooser = chooser;
    this.redraw = redraw;
    this.azimuth = 0.62;
    this.height = 0.42;
    this.radius = 14.8;
    this.frames = [];
    this.spin = null;
    this.dirty = false;
    // Two pixels each way for one of the page smooth what is at rest; a processor turns them in a fraction of what multisampling takes.
    this.sharp = 2;
    this.pace = 0;
    this.points = new Map(QUBIC_CELLS.map(cell => [cell, place(cell)]));
    this.makeScene();
    this.makeButtons();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(container);
  }

  makeScene() {
    this.renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true });
    this.renderer.setPixelRatio(this.sharp);
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-hidden", "true");
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.1, 60);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    sun.position.set(4, 9, 6);
    this.scene.add(sun);
    this.shapes = {
      dot: new THREE.IcosahedronGeometry(0.1, 1),
      tile: new THREE.PlaneGeometry(GAP * 0.94, GAP * 0.94).rotateX(-Math.PI / 2),
      bar: new THREE.CapsuleGeometry(0.15, 0.72, 4, 12).center(),
      ring: new THREE.TorusGeometry(0.4, 0.14, 10, 24),
      halo: new THREE.SphereGeometry(0.58, 20, 14),
      rod: new THREE.CylinderGeometry(0.07, 0.07, 1, 8),
    };
    this.materials = {};
    this.stones = new THREE.Group();
    this.frame = new THREE.Group();
    this.scene.add(this.frame, this.stones);
    this.recolour();
  }

  /** Takes the colours of the page's theme. */
  recolour() {
    for (const material of Object.values(this.materials)) material.dispose();
    this.materials = materials();
    this.frame.traverse(object => object.geometry?.dispose());
    this.frame.clear();
    for (let level = 1; level <= 4; level++) this.frame.add(...sheet(place(`${level}11`).y - 0.02, GAP, this.materials));
    if (this.now) this.draw(this.now);
  }

  makeButtons() {
    this.layer = el("div", { class: "points", role: "group", "aria-label": "Cube" });
    this.buttons = new Map();
    for (const cell of QUBIC_CELLS) {
      const button = el("button", { type: "button", class: "cell", "data-square": cell, tabindex: -1 });
      this.buttons.set(cell, button);
      this.layer.append(button);
    }
    this.buttons.get("111").tabIndex = 0;
    this.storeys = [1, 2, 3, 4].map(level => this.layer.appendChild(el("span", { class: "storey", "aria-hidden": "true" }, `Level ${level}`)));
    this.container.append(this.canvas, this.layer, el("div", { class: "turners", role: "group", "aria-label": "Turn" },
      this.turner("Turn left", "↶", () => this.turn(-0.2, 0)), this.turner("Turn right", "↷", () => this.turn(0.2, 0)),
      this.turner("Tilt up", "↥", () => this.turn(0, 0.15)), this.turner("Tilt down", "↧", () => this.turn(0, -0.15)),
      this.turner("Nearer", "+", () => this.zoom(0.9)), this.turner("Farther", "−", () => this.zoom(1.1))));
  }

  turner(name, text, act) {
    return el("button", { type: "button", "aria-label": name, title: name, onclick: act }, text);
  }

  listen() {
    const pointers = new Map();
    let moved = 0;
    let pinch = 0;
    this.layer.addEventListener("pointerdown", event => {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      this.held = true;
      moved = 0;
    });
    addEventListener("pointermove", event => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      moved += Math.abs(dx) + Math.abs(dy);
      if (pointers.size === 2) {
        const [a, b] = [...pointers.values()];
        const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (pinch) this.zoom(pinch / apart);
        pinch = apart;
      } else if (moved > SLACK) this.turn(-dx * 0.009, dy * 0.007);
    });
    const end = event => {
      if (pointers.delete(event.pointerId) && moved > SLACK) this.rest();
      this.held = pointers.size > 0;
      pinch = 0;
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    const choose = event => {
      const cell = event.target.closest("[data-square]")?.dataset.square;
      if (!cell || moved > SLACK || !this.now) return;
      this.focusOn(cell, false);
      this.chooser.pick(this.now, cell);
      this.redraw();
    };
    // A finger that is put down soon after it has turned the cube makes no click: browsers take it as the end of the swipe.
    let tapped = -Infinity;
    this.layer.addEventListener("pointerup", event => {
      if (event.pointerType !== "touch" || pointers.size > 1) return;
      tapped = event.timeStamp;
      choose(event);
    });
    this.layer.addEventListener("click", event => {
      if (event.timeStamp - tapped > AFTER_A_TAP) choose(event);
    });
    this.container.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.07 : 0.93);
    }, { passive: false });
    this.container.addEventListener("keydown", event => this.key(event));
  }

  /** Arrow keys go from cell to cell; with Shift they turn the cube. Plus and minus zoom. */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") return this.zoom(0.9);
    if (event.key === "-") return this.zoom(1.1);
    const turns = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.12], ArrowDown: [0, -0.12] };
    const steps = {
      ArrowLeft: [0, 0, -1], ArrowRight: [0, 0, 1], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0],
      PageUp: [-1, 0, 0], PageDown: [1, 0, 0],
    };
    if (event.shiftKey && turns[event.key]) {
      event.preventDefault();
      this.turn(...turns[event.key]);
      return;
    }
    const cell = event.target.closest?.("[data-square]")?.dataset.square;
    const step = steps[event.key];
    if (!cell || !step) return;
    event.preventDefault();
    const next = [...cell].map((digit, axis) => Number(digit) + step[axis]).join("");
    if (this.buttons.has(next)) this.focusOn(next);
  }

  focusOn(cell, focus = true) {
    for (const button of this.buttons.values()) button.tabIndex = -1;
    const button = this.buttons.get(cell);
    button.tabIndex = 0;
    if (focus) button.focus();
  }

  turn(azimuth, height) {
    this.moves();
    this.azimuth += azimuth;
    this.height = Math.min(1.45, Math.max(-1.45, this.height + height));
    this.wake();
  }

  /** It turns: where that is slow it is drawn coarsely meanwhile, and sharply as soon as it rests. */
  moves() {
    // What was drawn before it turned tells nothing of how fast it turns.
    if (!this.resting) [this.pace, this.before] = [0, null];
    clearTimeout(this.resting);
    this.layer.classList.add("turning");
    this.restSoon();
    const ratio = this.renderer.getPixelRatio();
    if (this.pace <= SLOW || ratio <= COARSEST) return;
    this.sharpen(ratio / 2);
    this.pace = 0;
  }

  /** Rests, unless it is held or a frame is still to come, which a busy machine may let wait for long. */
  restSoon() {
    this.resting = setTimeout(() => {
      if (this.held || this.dirty) return this.restSoon();
      this.resting = null;
      this.sharpen(this.sharp);
      this.rest();
    }, REST);
  }

  /** Its buttons go to where their cells are seen now: while it turns nobody needs them, and they take longer than the picture. */
  rest() {
    this.layer.classList.remove("turning");
    this.placeButtons();
  }

  /** Draws so many pixels to one of the page. */
  sharpen(ratio) {
    if (this.renderer.getPixelRatio() === ratio) return;
    this.renderer.setPixelRatio(ratio);
    this.resize();
  }

  zoom(factor) {
    this.moves();
    this.radius = Math.min(RADIUS[1], Math.max(RADIUS[0], this.radius * factor));
    this.wake();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.wake();
  }

  /** Shows a position. */
  draw(scene) {
    this.now = scene;
    this.stones.clear();
    for (const cell of QUBIC_CELLS) this.drawCell(scene, cell);
    for (const { cells } of scene.drawnLines) this.rod(cells, "hint");
    const won = [...scene.marks].filter(([, names]) => names.has("row")).map(([cell]) => cell);
    if (won.length === 4) this.rod(won, "row");
    for (const [cell, button] of this.buttons) {
      const name = classes(scene, cell, this.chooser);
      if (button.className !== name) button.className = name;
      const words = label(scene, cell);
      if (button.getAttribute("aria-label") !== words) button.setAttribute("aria-label", words);
      const ghost = scene.ghosts.get(cell);
      const value = scene.values?.get(cell);
      const text = scene.drawn.get(cell)?.point || (ghost ? String(ghost.number) : value && !scene.stones.has(cell) ? value.short : "");
      if (button.dataset.says !== text) button.dataset.says = text;
    }
    this.wake();
  }

  drawCell(scene, cell) {
    const stone = scene.stones.get(cell) ?? scene.ghosts.get(cell);
    const marks = scene.marks.get(cell);
    const won = marks?.has("row");
    if (stone) {
      const name = won ? "row" : `${scene.stones.has(cell) ? "" : "ghost"}${stone.side === 1 ? "x" : "o"}`;
      this.stones.add(this.shape(stone.side, this.materials[name], cell));
      if (scene.stones.has(cell)) this.put("tile", `tile${name}`, cell);
    } else this.put("dot", "dot", cell);
    if (scene.last.includes(cell) && !won) this.put("halo", "last", cell);
    if (scene.hint?.includes(cell) || scene.drawn.get(cell)?.lines.length > 0) this.put("halo", "hint", cell);
    else if (marks?.has("wins1") || marks?.has("wins2")) this.put("halo", "wins", cell);
    else if (marks?.has("line1") || marks?.has("line2")) this.put("halo", "line", cell);
    else if (marks?.has("key1") || marks?.has("key2")) this.put("halo", "key", cell);
  }

  /** A rod along the cells of a line. */
  rod(cells, material) {
    const [from, to] = [this.points.get(cells[0]), this.points.get(cells.at(-1))];
    const mesh = new THREE.Mesh(this.shapes.rod, this.materials[material]);
    const along = to.clone().sub(from);
    mesh.position.copy(from).addScaledVector(along, 0.5);
    mesh.scale.y = along.length();
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    this.stones.add(mesh);
  }

  put(shape, material, cell) {
    const mesh = new THREE.Mesh(this.shapes[shape], this.materials[material]);
    mesh.position.copy(this.points.get(cell));
    this.stones.add(mesh);
  }

  /** An x is three crossed bars, an o a ring that faces the viewer. */
  shape(side, material, cell) {
    const group = new THREE.Group();
    if (side === 1) {
      for (const turn of [Math.PI / 4, -Math.PI / 4]) {
        const bar = new THREE.Mesh(this.shapes.bar, material);
        bar.rotation.z = turn;
        group.add(bar);
      }
    } else group.add(new THREE.Mesh(this.shapes.ring, material));
    group.position.copy(this.points.get(cell));
    group.userData.faces = true;
    return group;
  }

  wake() {
    if (this.dirty) return;
    this.dirty = true;
    requestAnimationFrame(time => this.render(time));
  }

  render(time) {
    this.dirty = false;
    if (this.container.hidden) return;
    const began = performance.now();
    // Further away where the window is narrow, so that all of it is seen; from the other side where the board is turned round.
    const radius = this.radius * Math.max(1, WIDE / this.camera.aspect);
    const azimuth = this.azimuth + (this.now?.flipped ? Math.PI : 0);
    const flat = Math.cos(this.height) * radius;
    this.camera.position.set(Math.sin(azimuth) * flat, Math.sin(this.height) * radius, Math.cos(azimuth) * flat);
    this.camera.lookAt(0, -0.35, 0);
    for (const stone of this.stones.children)
      if (stone.userData.faces) stone.quaternion.copy(this.camera.quaternion);
    this.renderer.render(this.scene, this.camera);
    if (!this.layer.matches(".turning")) this.placeButtons();
    // What a frame takes, of the last few.
    if (this.before) this.pace += (time - this.before - this.pace) / 4;
    this.before = time;
    this.frames.push({ time, script: performance.now() - began });
    if (this.frames.length > 240) this.frames.shift();
    if (this.spin) {
      this.spin -= 1;
      this.turn(0.02, 0);
    }
  }

  /** Puts every button where its cell is seen, the nearer ones above the others. */
  placeButtons() {
    const { clientWidth: width, clientHeight: height } = this.container;
    const point = new THREE.Vector3();
    const reach = height / (2 * Math.tan((this.camera.fov * Math.PI) / 360));
    for (const [cell, button] of this.buttons) {
      point.copy(this.points.get(cell));
      const distance = this.camera.position.distanceTo(point);
      point.project(this.camera);
      const [x, y] = [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
      // Moved and scaled only: nothing has to be laid out again.
      const scale = Math.max(14, (0.62 * reach) / distance) / BUTTON;
      button.style.transform =
        `translate(${(x - BUTTON / 2).toFixed(1)}px, ${(y - BUTTON / 2).toFixed(1)}px) scale(${scale.toFixed(3)})`;
      const depth = String(1000 - Math.round(distance * 20));
      if (button.style.zIndex !== depth) button.style.zIndex = depth;
    }
    // Beside each sheet its name, at the corner that is seen furthest to the left.
    const half = 2 * GAP;
    for (const [level, storey] of this.storeys.entries()) {
      const corners = [[-half, -half], [-half, half], [half, -half], [half, half]].map(([x, z]) =>
        new THREE.Vector3(x, this.points.get(`${level + 1}11`).y, z).project(this.camera));
      const left = corners.reduce((best, corner) => (corner.x < best.x ? corner : best));
      storey.style.transform = `translate(max(2px, calc(${(((left.x + 1) / 2) * width).toFixed(1)}px - 100%)), ${(((1 - left.y) / 2) * height + 6).toFixed(1)}px)`;
    }
  }

  /** Turns it through so many frames; gives the frames a second, and the milliseconds of script in a middling one. */
  async measure(frames = 120) {
    this.frames = [];
    this.spin = frames;
    this.wake();
    await new Promise(done => {
      const wait = () => (this.spin ? setTimeout(wait, 50) : done());
      wait();
    });
    const all = this.frames.slice(1);
    const script = all.map(frame => frame.script).sort((a, b) => a - b)[all.length >> 1];
    return { rate: (1000 * (all.length - 1)) / (all.at(-1).time - all[0].time), script };
  }
}
