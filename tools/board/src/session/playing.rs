//! The game as it is played: whose turn it is, the engines that play, clocks, taking back, and what engines do wrong.

use super::answers::for_player_one;
use super::choosing::go_within;
use super::{Done, Employed, Ended, Gone, Role, Session};
use crate::clock::Clocks;
use crate::engines::{Said, What};
use crate::message::{Chosen, Score, Seat, ToPage};
use games::quoted;
use search::host::Instant;

impl Employed {
    /// Takes in a line; what of it is for the page, if it does not say too much.
    fn take(&mut self, line: &str) -> Option<ToPage> {
        let (who, node, is_worker) = (self.role.name(), self.hearing.node, self.role == Role::Worker);
        let message = match self.hearing.words(line) {
            Some(text) => Some(ToPage::Says { who, node, text }),
            None => {
                if is_worker {
                    self.hearing.plain(line);
                }
                self.hearing.thought(who, line, self.engine.dialect).map(ToPage::Thought)
            }
        };
        message.filter(|_| !is_worker && self.pace.lets(Instant::now()))
    }
}

impl Session {
    /// Whether nobody moves any more in the position that is looked at.
    pub(super) fn is_over(&self) -> bool {
        self.verdict.result != "none"
            || self.ended.as_ref().is_some_and(|ended| ended.node == self.tree.here())
    }

    /// The place of the player to move: 0 or 1.
    pub(super) fn mover(&self) -> usize {
        usize::from(self.verdict.turn) - 1
    }

    /// After any change: starts the engine whose turn it is, and the clock; stops whatever is out of place.
    pub(super) fn proceed(&mut self) {
        let (node, mover, now) = (self.tree.here(), self.mover(), Instant::now());
        let active = !self.paused && !self.is_over() && self.puzzle.is_none();
        for employed in &mut self.employed {
            if matches!(employed.role, Role::Player(player) if !active || player != mover) {
                // What still comes of it is not heard.
                employed.stop();
                employed.hearing.search = 0;
            }
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.run(active.then_some(mover), now);
        }
        if active && let Seat::Engine(chosen) = self.seats[mover].clone() {
            self.think(mover, node, &chosen);
        }
        self.follow();
    }

    /// Has an engine think about its move, unless it does already.
    fn think(&mut self, player: usize, node: usize, chosen: &Chosen) {
        let role = Role::Player(player);
        if self.employed(role).is_none()
            && let Err(text) = self.employ_player(player, chosen)
        {
            self.paused = true;
            let _ = self.tell(ToPage::Refused { text });
            return;
        }
        let Some(employed) = self.employed(role) else { return };
        if employed.hearing.search != 0 && employed.hearing.node == node {
            return;
        }
        let dialect = employed.engine.dialect;
        let (go, patience) = self.go_words(chosen.limit, dialect);
        let commands = self.commands(node, &[], &go);
        self.ask(role, node, commands, Some(patience));
    }

    /// Whether an engine thinks about its move.
    pub(super) fn is_thinking(&self) -> bool {
        let mover = self.mover();
        !self.paused && !self.is_over() && self.puzzle.is_none() && self.seats[mover] != Seat::Human
    }

    /// Whether there is a move to think about.
    pub(super) fn goes_on(&self) -> Result<(), &'static str> {
        if self.is_over() { Err("the game is over") } else { Ok(()) }
    }

    pub(super) fn play(&mut self, m: &str) -> Done {
        self.goes_on()?;
        if self.posing {
            return Err("a puzzle is being made: wait for it, or stop it".into());
        }
        if !self.verdict.legal.iter().any(|legal| legal == m) {
            return Err(format!("{} is not a legal move here", quoted(m)).into());
        }
        if self.puzzle.is_some() {
            return self.try_solution(m);
        }
        if self.is_thinking() {
            return Err("it is the engine's turn; pause it to move for it".into());
        }
        // A person's move sets a game that was only looked at going again.
        if self.seats[self.mover()] == Seat::Human {
            self.paused = false;
        }
        Ok(self.advance(m)?)
    }

    pub(super) fn advance(&mut self, m: &str) -> Result<(), String> {
        self.tree.play(m, self.verdict.turn)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(Instant::now());
        }
        self.ended = None;
        self.look()?;
        self.proceed();
        Ok(())
    }

    pub(super) fn take_back(&mut self) -> Result<(), String> {
        let path = self.tree.path(self.tree.here());
        // To the last position in which a person was to move.
        let humans = |node: &&usize| {
            let player = self.tree.node(**node).map_or(1, |node| node.step.player);
            self.seats[usize::from(player) - 1] == Seat::Human
        };
        let mine = |node: &&usize| match &self.puzzle {
            // Not only the checker's answer.
            Some(puzzle) => self.tree.node(**node).is_some_and(|node| node.step.player == puzzle.solver),
            None => humans(node),
        };
        let back = path.iter().rev().find(mine).or(path.last());
        let Some(node) = back.and_then(|&node| self.tree.node(node)) else {
            return Err("there is nothing to take back".to_owned());
        };
        let (parent, player) = (node.parent, usize::from(node.step.player) - 1);
        self.tree.go(parent);
        (self.paused, self.ended) = (self.seats[player] != Seat::Human, None);
        self.look()?;
        self.reopen_puzzle();
        self.proceed();
        Ok(())
    }

    pub(super) fn go(&mut self, node: usize) -> Result<(), String> {
        if !self.tree.go(node) {
            return Err(format!("there is no position {node}"));
        }
        self.paused = self.seats != [Seat::Human, Seat::Human];
        self.look()?;
        self.reopen_puzzle();
        self.proceed();
        Ok(())
    }

    pub(super) fn set_seats(&mut self, seats: [Seat; 2]) -> Result<(), String> {
        seats.iter().try_for_each(|seat| self.check_seat(seat))?;
        for player in [0, 1] {
            if self.seats[player] != seats[player] {
                self.dismiss(|role| role == Role::Player(player));
            }
        }
        self.pupil.take_if(|pupil| seats[pupil.player] != self.seats[pupil.player]);
        self.seats = seats;
        self.set_paused(false);
        Ok(())
    }

    pub(super) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        self.proceed();
    }

    pub(super) fn move_now(&mut self) {
        let mover = Role::Player(self.mover());
        if let Some(employed) = self.employed(mover) {
            employed.stop();
        }
    }

    pub(super) fn hint(&mut self, asked: &Chosen) -> Done {
        self.goes_on()?;
        self.check(asked)?;
        self.employ(Role::Hint, asked, &[])?;
        let node = self.tree.here();
        let (go, patience) = go_within(asked.limit);
        let commands = self.commands(node, &[], &go);
        self.ask(Role::Hint, node, commands, Some(patience));
        Ok(())
    }

    /// The clock that runs has come to zero.
    ///
    /// # Errors
    /// If the page has gone.
    pub fn flag_falls(&mut self) -> Result<(), Gone> {
        let loser = self.clocks.as_ref().and_then(Clocks::running).unwrap_or(0);
        let result = ["p2win", "p1win"][loser];
        self.end_here(result, format!("player {} has no time left", loser + 1));
        self.show()?;
        self.teach()
    }

    fn end_here(&mut self, result: &str, reason: String) {
        self.ended = Some(Ended { node: self.tree.here(), result: result.to_owned(), reason });
        self.proceed();
    }

    /// Of one person that one; of two the one to move.
    fn person(&self) -> Result<usize, String> {
        if self.is_over() || self.puzzle.is_some() {
            return Err("there is no game to give up".to_owned());
        }
        let mover = self.mover();
        let is_human = |player: &usize| self.seats[*player] == Seat::Human;
        [mover, 1 - mover].into_iter().find(is_human).ok_or_else(|| "no person plays here".to_owned())
    }

    pub(super) fn resign(&mut self) -> Result<(), String> {
        let player = self.person()?;
        self.end_here(["p2win", "p1win"][player], "the other side resigns".to_owned());
        Ok(())
    }

    /// Two people agree by asking; an engine takes a draw if it said of its last move that it is not better.
    pub(super) fn offer_draw(&mut self) -> Result<(), String> {
        let other = 1 - self.person()?;
        if self.seats[other] != Seat::Human {
            let path = self.tree.path(self.tree.here());
            let mut steps = path.iter().rev().filter_map(|&node| Some(&self.tree.node(node)?.step));
            let last = steps.find(|step| usize::from(step.player) == other + 1);
            // A comment by another program is not what this one thinks.
            let last = last.filter(|step| step.by == self.seats[other].name()).and_then(|step| step.score);
            match last.map(|score| for_player_one(score, other as u8 + 1)) {
                Some(Score::Cp(..=0) | Score::Mate(..0)) => {}
                Some(_) => return Err("the offer is declined: it thinks that it stands better".to_owned()),
                None => return Err("the offer is declined: it has not said how it stands".to_owned()),
            }
        }
        self.end_here("draw", "agreed".to_owned());
        Ok(())
    }

    pub(super) fn hear(&mut self, Said { thinker, what }: Said) -> Result<(), Gone> {
        // An engine that has been dismissed may still be heard.
        let Some(index) = self.employed.iter().position(|employed| employed.number == thinker) else {
            return Ok(());
        };
        let employed = &mut self.employed[index];
        let (role, node) = (employed.role, employed.hearing.node);
        match what {
            What::Ready(warnings) => {
                for text in warnings {
                    self.tell(ToPage::Says { who: role.name(), node, text })?;
                }
                Ok(())
            }
            What::Line(search, line) if search == employed.hearing.search || search == 0 => {
                match employed.take(&line) {
                    Some(message) => self.tell(message),
                    None => Ok(()),
                }
            }
            What::Best(search, m) if search == employed.hearing.search => {
                employed.hearing.search = 0;
                match role {
                    Role::Player(player) => self.engine_moves(player, node, &m),
                    Role::Hint => self.give_hint(node, m),
                    Role::Analyst(_) => Ok(()),
                    Role::Worker => self.work_on(m),
                }
            }
            What::Line(..) | What::Best(..) => Ok(()),
            What::Fault(fault) => {
                self.employed.remove(index);
                self.engine_failed(role, &fault)
            }
        }
    }

    fn give_hint(&mut self, node: usize, m: String) -> Result<(), Gone> {
        let reason = self.employed(Role::Hint).map(|employed| employed.hearing.reason()).unwrap_or_default();
        self.dismiss(|role| role == Role::Hint);
        self.tell(ToPage::Hint { node, m, reason })
    }

    fn engine_moves(&mut self, player: usize, node: usize, m: &str) -> Result<(), Gone> {
        // It may have been stopped because the page looks elsewhere.
        if node != self.tree.here() || player != self.mover() || !self.is_thinking() {
            return Ok(());
        }
        let Some(employed) = self.employed(Role::Player(player)) else { return Ok(()) };
        let hearing = employed.hearing.clone();
        if hearing.resigns {
            self.end_here(["p2win", "p1win"][player], "the other side resigns".to_owned());
            return self.show();
        }
        if !self.verdict.legal.iter().any(|legal| legal == m) {
            let text = format!("illegal-move: it plays {}", quoted(m));
            self.paused = true;
            self.tell(ToPage::Fault { who: Role::Player(player).name(), text })?;
            self.proceed();
            return self.show();
        }
        let turn = self.verdict.turn;
        let by = self.seats[player].name().to_owned();
        if let Err(text) = self.advance(m) {
            self.paused = true;
            self.tell(ToPage::Refused { text })?;
        }
        // What it has said belongs to the move that it made.
        let here = self.tree.here();
        self.tree.remark(here, &hearing.reason());
        if let Some(step) = self.tree.step_mut(here) {
            step.score = hearing.score.map(|score| for_player_one(score, turn));
            step.by = by;
        }
        self.show()
    }

    fn engine_failed(&mut self, role: Role, fault: &str) -> Result<(), Gone> {
        log::info!("{}: {fault}", role.name());
        self.tell(ToPage::Fault { who: role.name(), text: fault.to_owned() })?;
        match role {
            // It is started again when somebody wants to go on.
            Role::Player(_) => self.paused = true,
            Role::Worker => self.end_work()?,
            Role::Analyst(_) | Role::Hint => {}
        }
        self.proceed();
        self.show()
    }
}
