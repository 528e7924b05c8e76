// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

// Code that accounts run by EIP-7702, each hostile one with a twin that obeys the account alone.

interface IERC20d {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
}

contract OpenBatch {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }
    receive() external payable {}
    function runAll(Call[] calldata calls, uint256 validUntil) external payable {
        require(block.timestamp <= validUntil);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, ) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(done);
        }
    }
}

contract OwnBatch {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }
    receive() external payable {}
    function runAll(Call[] calldata calls, uint256 validUntil) external payable {
        require(msg.sender == address(this) && block.timestamp <= validUntil);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, ) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(done);
        }
    }
}

contract OpenApprover {
    receive() external payable {}
    function allow(address[] calldata tokens, address[] calldata spenders, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < tokens.length; i++) IERC20d(tokens[i]).approve(spenders[i], amounts[i]);
    }
}

contract OwnApprover {
    receive() external payable {}
    function allow(address[] calldata tokens, address[] calldata spenders, uint256[] calldata amounts) external {
        require(msg.sender == address(this));
        for (uint256 i = 0; i < tokens.length; i++) IERC20d(tokens[i]).approve(spenders[i], amounts[i]);
    }
}

contract OpenForwarder {
    address payable target;
    receive() external payable {
        if (target != address(0)) target.transfer(msg.value);
    }
    function setTarget(address payable to) external {
        if (target == address(0)) target = to;
    }
}

contract OwnForwarder {
    address payable target;
    receive() external payable {
        if (target != address(0)) target.transfer(msg.value);
    }
    function setTarget(address payable to) external {
        require(msg.sender == address(this));
        target = to;
    }
}

contract KeyedPayer {
    address immutable key;
    constructor(address k) {
        key = k;
    }
    receive() external payable {}
    function collect(address token, address to, uint256 amount) external {
        require(msg.sender == key);
        IERC20d(token).transfer(to, amount);
    }
}

// Asks a contract that its code names; that one is no key.
contract AskingWallet {
    address immutable registry;
    constructor(address r) {
        registry = r;
    }
    receive() external payable {}
    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == address(this));
        (bool asked, ) = registry.staticcall(abi.encodeWithSignature("isPaused()"));
        require(asked);
        (bool done, ) = to.call{value: value}(data);
        require(done);
    }
}
