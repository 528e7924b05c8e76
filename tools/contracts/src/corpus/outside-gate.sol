// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

interface IRules {
    function permits(address from, address to, uint256 value) external view returns (bool);
}

/// @dev Trap and twin: another contract is asked before anything moves. What differs is that contract.
contract Customs is Market {
    IRules private immutable _rules;

    constructor(IRules rules) {
        _rules = rules;
        _begin("Customs", "CSTM", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        require(_rules.permits(from, to, value), "rules");
        _put(from, to, value);
    }
}

/// @dev Its operator closes it to everybody else.
contract Officer {
    address private immutable _operator;
    bool private _closed;

    constructor(address operator) {
        _operator = operator;
    }

    function setOpen(bool open) external {
        require(msg.sender == _operator, "not allowed");
        _closed = !open;
    }

    function permits(address from, address, uint256) external view returns (bool) {
        return !_closed || from == _operator;
    }
}

/// @dev No state and nobody in charge: no transfer of more than a tenth of the supply, but by who brings the liquidity.
contract Statute {
    address private immutable _founder;

    constructor(address founder) {
        _founder = founder;
    }

    function permits(address from, address, uint256 value) external view returns (bool) {
        return from == _founder || value <= 100000 * 10 ** 18;
    }
}
