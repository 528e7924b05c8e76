// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Sealed bids and hash locks whose preimage the payer chose.
contract OwnSecret {
    struct Sealed {
        bytes32 lock;
        uint256 amount;
        address payee;
        uint256 until;
    }

    mapping(address => Sealed) public sealedOf;
    mapping(bytes32 => Sealed) public locked;

    function commit(bytes32 lock) external payable {
        sealedOf[msg.sender] = Sealed(lock, msg.value, msg.sender, 0);
    }

    function reveal(bytes32 secret) external {
        Sealed memory made = sealedOf[msg.sender];
        require(keccak256(abi.encodePacked(secret)) == made.lock, "wrong secret");
        delete sealedOf[msg.sender];
        (bool done,) = msg.sender.call{value: made.amount}("");
        require(done, "payment failed");
    }

    function open(bytes32 lock, address payee, uint256 until) external payable {
        require(locked[lock].amount == 0, "taken");
        locked[lock] = Sealed(lock, msg.value, msg.sender, until);
        payee;
    }

    function refund(bytes32 lock) external {
        Sealed memory made = locked[lock];
        require(block.timestamp >= made.until && made.payee == msg.sender, "locked");
        delete locked[lock];
        (bool done,) = msg.sender.call{value: made.amount}("");
        require(done, "payment failed");
    }
}
