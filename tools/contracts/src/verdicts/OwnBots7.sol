// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

/// @dev Names who is paid, in a place that all can read.
contract PayeeRegistry {
    address public payee;

    constructor(address p) {
        payee = p;
    }
}

/// @dev Puts an account together from two numbers.
contract PayeePuzzle {
    uint256 internal immutable one;

    constructor(address p) {
        one = uint256(p) ^ uint256(keccak256("fee level"));
    }

    function level() external view returns (uint256) {
        return one ^ uint256(keccak256("fee level"));
    }
}

/// @dev Its owner's call pays the account of a registry.
contract RegistryPurse {
    address public immutable owner = msg.sender;
    PayeeRegistry public immutable registry;

    constructor(address p) {
        registry = new PayeeRegistry(p);
    }

    receive() external payable {}

    function release() external {
        require(msg.sender == owner, "owner");
        payable(registry.payee()).transfer(address(this).balance);
    }
}

/// @dev Its owner's call pays an account that another contract works out.
contract PuzzleBot {
    address public immutable owner = msg.sender;
    PayeePuzzle internal immutable puzzle;

    constructor(address p) {
        puzzle = new PayeePuzzle(p);
    }

    receive() external payable {}

    function stop() external {
        require(msg.sender == owner, "owner");
        payable(address(uint160(puzzle.level()))).transfer(address(this).balance);
    }
}
