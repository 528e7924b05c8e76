// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

/// @dev Ends itself with everybody's deposits (EIP-6780 leaves the code and sends the coins).
contract Tearoom {
    address public owner = msg.sender;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
    }

    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value, "balance");
        deposits[msg.sender] -= value;
        msg.sender.transfer(value);
    }

    function close() external {
        require(msg.sender == owner, "not the owner");
        selfdestruct(owner);
    }
}

/// @dev Ends itself when the last deposit has gone home.
contract Teahouse {
    address public owner = msg.sender;
    uint256 public total;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        total += msg.value;
        deposits[msg.sender] += msg.value;
    }

    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value, "balance");
        total -= value;
        deposits[msg.sender] -= value;
        msg.sender.transfer(value);
    }

    function close() external {
        require(msg.sender == owner && total == 0, "not yet");
        selfdestruct(owner);
    }
}
