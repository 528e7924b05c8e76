// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

interface IGate {
    function admits(address from, address to) external view returns (bool);
}

interface IRegister {
    function open() external view returns (bool);
}

/// @dev Trap and twin: a gate is asked, and the gate asks a register. What differs is the register.
contract Causeyhead is Market {
    IGate private immutable _gate;

    constructor(IGate gate) {
        _gate = gate;
        _begin("Causeyhead", "CAUS", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner) require(_gate.admits(from, to), "gate");
        _put(from, to, value);
    }
}

/// @dev Has no state of its own to change and nobody in charge.
contract Turnstile {
    IRegister private _register;

    constructor(IRegister register) {
        _register = register;
    }

    function admits(address, address) external view returns (bool) {
        return _register.open();
    }
}

/// @dev Its keeper opens and closes.
contract Ledger {
    address private _keeper = msg.sender;
    bool public open = true;

    function write(bool entry) external {
        require(msg.sender == _keeper, "not the keeper");
        open = entry;
    }
}

/// @dev Opened once, for good.
contract Tablet {
    address private _keeper = msg.sender;
    bool public open = true;

    function write(bool entry) external {
        require(msg.sender == _keeper, "not the keeper");
        if (entry) open = true;
    }
}
